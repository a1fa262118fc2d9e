import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
// No 0/O, 1/I/L, since join codes are read out and typed. Twelve of 31 characters are 59 bits.
const joinAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The auto-generated 6-letter ID (product §9). */
export function newOrganizationCode(): string {
  return draw(letters, 6)
}

/** A join code that cannot be guessed or derived from the ID (decision 1). */
export function newJoinCode(): string {
  return draw(joinAlphabet, 12)
}
