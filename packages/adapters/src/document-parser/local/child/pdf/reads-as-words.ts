/** Shares of letters in text of European languages, with room for tables and names. */
const lowerCaseMin = 0.6
const vowels = { min: 0.25, max: 0.6 }
const lettersMin = 0.55
/** Shorter texts say nothing about their letters. */
const sampleMin = 20

/**
 * Whether characters read as words of a language in Latin letters. Glyph numbers taken for
 * characters do not: typically they are text shifted by 29 places, capitals for small letters.
 */
export function readsAsWords(text: string): boolean {
  const characters = text.replace(/\s+/g, '')
  const letters = characters.replace(/[^a-zA-Z]+/g, '')
  if (characters.length < sampleMin || letters.length < characters.length * lettersMin) return false
  const lowerCase = letters.replace(/[A-Z]+/g, '').length
  const voiced = letters.replace(/[^aeiouAEIOU]+/g, '').length
  return (
    lowerCase >= letters.length * lowerCaseMin &&
    voiced >= letters.length * vowels.min &&
    voiced <= letters.length * vowels.max
  )
}
