/** ASCII letters of one word per token; English words have one token for 4 to 6 in all common vocabularies. */
const lettersPerToken = 4
const unitsPerTokenMax = lettersPerToken + 1

/**
 * How many tokens a text has, rather too many than too few, whatever the vocabulary. A tokenizer belongs to one model and an address does
 * not say which (and o200k alone is 2 MB), so this is a bound: words of ASCII letters 4 to a token, the space before a word none, every
 * other character one per UTF-8 byte, which byte-level vocabularies never exceed.
 */
export function tokenEstimate(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(/[A-Za-z]+|[^A-Za-z]+/g))
    tokens += /^[A-Za-z]/.test(run)
      ? Math.ceil(run.length / lettersPerToken)
      : Buffer.byteLength(run.replace(/ $/, ''))
  return tokens
}

/** The longest beginning of a text that is estimated at no more than so many tokens; never ends within a character. */
export function cutToTokens(text: string, tokensMax: number): string {
  let low = 0
  let high = Math.min(text.length, tokensMax * unitsPerTokenMax)
  if (high === text.length && tokenEstimate(text) <= tokensMax) return text
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tokenEstimate(text.slice(0, middle)) <= tokensMax) low = middle
    else high = middle - 1
  }
  return text.slice(0, low).replace(/[\ud800-\udbff]$/, '')
}
