export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Whether a browser could interpret this text as a page, or a picture with scripts. */
export function holdsMarkup(text: string): boolean {
  return /<(?:!doctype\s+(?:html|svg)|html|head|body|script|iframe|svg|object|embed)[\s>/]/i.test(text)
}

const firstBytes: readonly (readonly [kind: string, hex: string])[] = [
  ['an archive or Office file', '504b0304'],
  ['an archive', '504b0506'],
  ['an archive', '504b0708'],
  ['an old Office file', 'd0cf11e0a1b11ae1'],
  ['a program', '7f454c46'],
  ['a program', 'cafebabe'],
  ['a program', 'cffaedfe'],
  ['a picture', '89504e47'],
  ['a picture', 'ffd8ff'],
  ['a picture', '47494638'],
]

const firstCharacters: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a PDF', /^\s*%PDF-\d/],
  ['a program', /^MZ[\s\S]{0,400}(?:This program|\0\0\0)/],
  ['an RTF document', /^\s*\{\\rtf/],
  ['an XML document', /^\s*<\?xml\s/],
  ['a web page', /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype|html|head|body|script|iframe|svg)[\s>]/i],
]

/** The type of a disguised file by its first characters; null if they are inconclusive. */
export function foreignKind(head: string): string | null {
  const hex = Buffer.from(head.slice(0, 8), 'latin1').toString('hex')
  const byBytes = firstBytes.find(([, prefix]) => hex.startsWith(prefix))
  return (byBytes ?? firstCharacters.find(([, pattern]) => pattern.test(head)))?.[0] ?? null
}
