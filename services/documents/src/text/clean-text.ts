/** Invisible characters that reorder text or hide in words, such as soft hyphen and BOM. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
/** Control characters (NUL included) other than tab and line feed; noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const controls = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g

/**
 * Normalises text for storage: NFC, LF, no control characters or direction overrides, U+FFFD for
 * lone surrogates, so that the visible order is the stored one. Runs of spaces become one.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[^\S\t\n]+/g, ' ')
    .replace(/ ?([\t\n]+) ?/g, '$1')
    .trim()
}
