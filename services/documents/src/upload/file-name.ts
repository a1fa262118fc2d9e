const lengthMax = 200
/** Control characters, direction overrides, and separators of paths or header values. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const unwanted = /[\0-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"<>|*?:]/g

/** A file's name made safe for storage and download, at most 200 characters, never empty. */
export function keptFileName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base.replace(unwanted, '').replace(/\s+/g, ' ').trim()
  const extension = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  const stem = clean.slice(0, clean.length - extension.length).replace(/^[.\s]+/, '')
  const short = [...stem]
    .slice(0, lengthMax - extension.length)
    .join('')
    .trim()
  return `${short === '' ? 'document' : short}${extension}`
}
