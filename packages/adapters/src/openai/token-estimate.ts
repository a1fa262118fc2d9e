/** ASCII letters per token; common vocabularies average 4 to 6 for English words. */
const lettersPerToken = 4
const unitsPerTokenMax = lettersPerToken + 1

/**
 * Upper bound of a text's tokens for any vocabulary (the address does not name one, and o200k alone
 * is 2 MB): 4 ASCII letters per token, a space before a word none, any other character one per
 * UTF-8 byte, which byte-level vocabularies never exceed.
 */
export function tokenEstimate(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(/[A-Za-z]+|[^A-Za-z]+/g))
    tokens += /^[A-Za-z]/.test(run)
      ? Math.ceil(run.length / lettersPerToken)
      : Buffer.byteLength(run.replace(/ $/, ''))
  return tokens
}

/** The longest prefix within an estimated number of tokens; never ends within a character. */
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
