const lengthMax = 200
/** Controls, direction overrides, and what separates folders or ends a header's value somewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const unwanted = /[\0-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"<>|*?:]/g

/**
 * The name under which an uploaded file is kept and offered again: without folders, controls, direction overrides and
 * quotes, at most 200 characters with its extension. Never empty.
 */
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
