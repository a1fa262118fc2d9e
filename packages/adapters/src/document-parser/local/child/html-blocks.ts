import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

const tokenPattern = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|([^<]+)/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const noteLink = /\b(?:href="#(?:footnote|endnote)-ref-|id="(?:footnote|endnote)-ref-)/
/** A paragraph that is bold as a whole and not longer than this is a heading without its style. */
const boldHeadingLength = 100

/** Reads the blocks of mammoth's HTML, which is well-formed, escaped and without comments. */
export function blocksOfHtml(html: string): ParsedBlock[] {
  const reader = new BlockReader()
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(tokenPattern)) {
    if (text !== undefined) reader.text(text)
    else if (slash === '') reader.open(name, attributes)
    else reader.close(name)
  }
  reader.endBlock()
  return reader.blocks
}

class BlockReader {
  readonly blocks: ParsedBlock[] = []
  #text = ''
  #boldCharacters = 0
  #boldDepth = 0
  #listDepth = 0
  #tableDepth = 0
  /** Above 0 inside a footnote's link: its number and arrow are mammoth's, not the document's. */
  #noteDepth = 0
  #headingLevel = 0

  text(escaped: string): void {
    if (this.#noteDepth > 0) return
    const text = escaped
      .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\s+/g, ' ')
    this.#text += text
    if (this.#boldDepth > 0) this.#boldCharacters += text.trim().length
  }

  open(name: string, attributes: string): void {
    if (/^(?:table|[uo]l)$/.test(name)) this.endBlock()
    if (name === 'a' && (this.#noteDepth > 0 || noteLink.test(attributes))) this.#noteDepth++
    else if (name === 'strong') this.#boldDepth++
    else if (name === 'br') this.#text += ' '
    else if (name === 'table') this.#tableDepth++
    else if (name === 'ul' || name === 'ol') this.#listDepth++
    else if (name === 'td' || name === 'th') this.#openCell()
    else if (name === 'p' && this.#tableDepth > 0) this.#text += ' '
  }

  close(name: string): void {
    if (name === 'a' && this.#noteDepth > 0) this.#noteDepth--
    else if (name === 'strong') this.#boldDepth--
    else if (name === 'tr' && this.#tableDepth === 1) this.#text += '\n'
    else if (name === 'table') this.#closeTable()
    else if (name === 'p' || name === 'li') this.endBlock()
    else if (name === 'ul' || name === 'ol') this.#listDepth--
    else if (/^h[1-6]$/.test(name)) this.endBlock(Number(name[1]))
  }

  /** Ends the open block, if any. Inside a table nothing ends: the whole table is one block. */
  endBlock(level?: number): void {
    if (this.#tableDepth > 0) return
    const text = this.#text.replace(/\s+/g, ' ').trim()
    const isBold = this.#boldCharacters >= text.replaceAll(' ', '').length * 0.95
    this.#text = ''
    this.#boldCharacters = 0
    if (text === '') return
    if (level !== undefined) {
      this.#headingLevel = level
      this.blocks.push({ kind: 'heading', text, level })
    } else if (isBold && this.#listDepth === 0 && readsAsHeading(text))
      this.blocks.push({ kind: 'heading', text, level: Math.min(6, this.#headingLevel + 1) })
    else this.blocks.push({ kind: this.#listDepth > 0 ? 'list-item' : 'paragraph', text })
  }

  /** Tabs separate the cells of the outermost table, spaces those of a table within a cell. */
  #openCell(): void {
    const isFirst = this.#text === '' || this.#text.endsWith('\n')
    this.#text += this.#tableDepth > 1 ? ' ' : isFirst ? '' : '\t'
  }

  #closeTable(): void {
    this.#tableDepth--
    if (this.#tableDepth > 0) return
    const text = this.#text
      .replace(/ +/g, ' ')
      .replace(/ ?([\t\n]) ?/g, '$1')
      .trim()
    this.#text = ''
    this.#boldCharacters = 0
    if (text !== '') this.blocks.push({ kind: 'table', text })
  }
}

function readsAsHeading(text: string): boolean {
  return text.length <= boldHeadingLength && /\p{L}/u.test(text) && !/[.,;:!]$/.test(text)
}
