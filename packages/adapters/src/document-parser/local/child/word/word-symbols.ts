import { hex } from 'dingbat-to-unicode'

/**
 * The character that a sign of a symbol font shows, '' if it is unknown. Word gives the sign's code
 * in hexadecimal, often moved into the private area (F0FC for FC).
 */
export function symbolOf(font: string, code: string): string {
  return (hex(font, code) ?? hex(font, code.replace(/^F0/i, '')))?.string ?? ''
}
