/** Shortest and longest password, in Unicode code points (NIST SP 800-63B asks for length, not for kinds of characters). */
export const passwordLength = { min: 12, max: 200 } as const

const wellKnown = ['password', 'passwort', 'qwertyuiop', 'letmein', 'iloveyou', 'administrator', 'welcome']
const rows = ['0123456789012345678901234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/**
 * Why a password is refused, as a sentence for the person, or null when it may be used. `about` are the person's own names and address:
 * a password made of nothing else is guessed first.
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
  for (const part of [...wellKnown, ...about.flatMap(partsOf)]) {
    if (remainder(plain, part) < 6) return `Do not build the password around “${part}”.`
  }
  return null
}

function partsOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)
}

/** How many letters and digits are left when every occurrence of `part` is taken out. */
function remainder(plain: string, part: string): number {
  if (!plain.includes(part)) return Number.POSITIVE_INFINITY
  return plain.replaceAll(part, '').replace(/[^\p{L}\p{N}]/gu, '').length
}
