/** Invisible marks that reorder what people see, or hide in words: soft hyphen, zero-width space, joiner and mark. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
/** Controls other than tab and line feed, among them NUL; noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const controls = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g

/**
 * Text as it is stored for good: NFC, line feeds, no NUL or other controls, no lone surrogates (U+FFFD instead) and no
 * direction overrides, so that what people see is what was read, in that order. Runs of spaces become one.
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
