import { strFromU8, unzipSync } from 'fflate'

const paragraph = /<w:p[\s>].*?<\/w:p>/gs
const styleOfParagraph = /<w:pStyle w:val="([^"]+)"/
const style = /<w:style\b[^>]*w:styleId="([^"]+)"[^>]*>.*?<w:name w:val="([^"]+)"/gs
const headingName = /^(?:heading [1-6]|title|subtitle)$/i
const words = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The paragraphs of a DOCX that have a heading's style. */
export function styledHeadings(content: Uint8Array): string[] {
  const wanted = new Set(['word/document.xml', 'word/styles.xml'])
  const parts = unzipSync(content, { filter: ({ name }) => wanted.has(name) })
  const xml = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const names = new Map(
    [...xml('word/styles.xml').matchAll(style)].map(([, id = '', name = '']) => [id, name]),
  )
  return [...xml('word/document.xml').matchAll(paragraph)]
    .filter(([text]) => headingName.test(names.get(styleOfParagraph.exec(text)?.[1] ?? '') ?? ''))
    .map(([text]) => [...text.matchAll(words)].map(([, word = '']) => word).join(''))
    .map((text) => text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all))
    .filter((text) => text.trim() !== '')
}
