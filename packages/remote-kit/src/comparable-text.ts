/** Text as a search compares it: composed, without case, without space around it. */
export function comparableText(text: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase()
}
