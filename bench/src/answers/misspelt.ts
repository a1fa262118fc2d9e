const longWord = /(?<!\p{L})\p{Ll}{5,}(?!\p{L})/gu

/**
 * A question with one slip in the middle of its longest word: two letters swapped, one left out or
 * one doubled, by the question's length. Unchanged if no word is long.
 */
export function misspelt(question: string): string {
  const words = [...question.matchAll(longWord)]
  const [longest] = words.toSorted((a, b) => b[0].length - a[0].length)
  if (!longest) return question
  const { 0: word, index } = longest
  const at = Math.floor(word.length / 2)
  const [head, letter, next, tail] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
  const slips = [`${next}${letter}`, `${next}`, `${letter}${letter}${next}`]
  const wrong = `${head}${slips[question.length % slips.length]}${tail}`
  return `${question.slice(0, index)}${wrong}${question.slice(index + word.length)}`
}
