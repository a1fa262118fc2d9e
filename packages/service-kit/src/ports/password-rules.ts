/** In Unicode code points (NIST SP 800-63B asks for length, not for classes of characters). */
export const passwordLength = { min: 12, max: 200 } as const

const common = ['password', 'passwort', 'qwerty', 'letmein', 'iloveyou', 'admin', 'administrator', 'welcome']
/** Sequences of the keyboard and the alphabet. */
export const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
const ownLettersMin = 8

/**
 * Why a password is refused, as a sentence for people, or null. `about` are the owner's names and
 * address: passwords built from them are guessed first.
 */
export function passwordProblem(
  password: string,
  about: readonly (string | null | undefined)[],
): string | null {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`
  if (characters.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`
  const plain = characters.join('').toLowerCase()
  if (new Set(plain).size < 5) return 'Use more different characters.'
  if (rows.some((row) => row.includes(plain))) return 'Do not use a row of letters or digits.'
  if (lettersBeside(plain, [...common, ...about.flatMap(partsOf)]) < ownLettersMin) {
    return 'Do not build the password from your name, your address or a common word.'
  }
  return null
}

function partsOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)
}

/** The number of letters and digits left after removing these parts. */
function lettersBeside(plain: string, parts: readonly string[]): number {
  const rest = parts.reduce((text, part) => text.replaceAll(part, ' '), plain)
  return rest.replace(/[^\p{L}\p{N}]/gu, '').length
}
