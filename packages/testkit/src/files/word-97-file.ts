import { compoundFile, wordStream } from './word-binary-file.ts'

/** A stretch of text with changes of its properties: pairs of a number and its operand's bytes. */
interface DocTextRun {
  readonly text: string
  readonly changes?: readonly number[]
}

/** A paragraph: its text, its style's index, changes, and how it ends ("\x07" in tables). */
export interface DocTextParagraph {
  readonly runs: readonly DocTextRun[]
  readonly style?: number
  readonly changes?: readonly number[]
  readonly end?: string
}

/** Bytes of changes of properties (MS-DOC 2.6.1, 2.6.2), little end first. */
export const docChanges = {
  deleted: [0x00, 0x08, 1],
  bold: [0x35, 0x08, 1],
  hidden: [0x3c, 0x08, 1],
  /** Character spacing, as wide as the text was. */
  spacing: [0x40, 0x88, 5, 0],
  /** The sign FC of font 0. */
  symbol: [0x09, 0x6a, 0, 0, 0xfc, 0xf0],
  inTable: [0x16, 0x24, 1],
  rowEnd: [0x16, 0x24, 1, 0x17, 0x24, 1],
  listItem: [0x0b, 0x46, 1, 0],
} as const

const pageBytes = 512
/** Where the text begins in the main stream, after the FIB. */
const textAt = 2048
const pairsAt = { styles: 0xa2, characterRuns: 0xfa, paragraphRuns: 0x102, fonts: 0x112, pieces: 0x1a2 }
const storyLengthsAt = { body: 0x4c, footnotes: 0x50, textBoxes: 0x64 }

type Story = readonly (string | DocTextParagraph)[]

/** The texts of a document, in the order in which the file has them. */
interface DocStories {
  readonly body: Story
  readonly footnotes?: Story
  readonly textBoxes?: Story
}

/** How the file stores its text: in one piece, or in pieces of bytes and of UTF-16 in turn. */
interface DocStorage {
  readonly charactersPerPiece?: number
}

/**
 * A Word 97-2003 document (MS-DOC) with the styles Normal, heading 1 and heading 2, one page of
 * properties each for characters and paragraphs (some twenty of both).
 */
export function wordFile(
  stories: DocStories | Story,
  { charactersPerPiece = Number.POSITIVE_INFINITY }: DocStorage = {},
): Uint8Array {
  const texts: DocStories = 'body' in stories ? stories : { body: stories }
  const all = [...texts.body, ...(texts.footnotes ?? []), ...(texts.textBoxes ?? [])].map(paragraphOf)
  const text = all.map(textOf).join('')
  const { bytes, pieces, positionOf } = storePieces(text, Math.min(charactersPerPiece, text.length))
  const main = Buffer.concat([
    wordStream(false),
    Buffer.alloc(textAt - pageBytes),
    bytes,
    Buffer.alloc((pageBytes - (bytes.byteLength % pageBytes)) % pageBytes),
    propertyPage(characterRuns(all), positionOf, 1),
    propertyPage(paragraphRuns(all), positionOf, 13),
  ])
  main.writeUInt16LE(0x0200, 10)
  for (const [story, at] of Object.entries(storyLengthsAt)) {
    const paragraphs = texts[story as keyof DocStories] ?? []
    main.writeUInt32LE(paragraphs.map(paragraphOf).map(textOf).join('').length, at)
  }
  const page = main.byteLength / pageBytes - 2
  const structures = {
    styles: styleSheet(),
    characterRuns: longs([textAt, textAt + bytes.byteLength, page]),
    paragraphRuns: longs([textAt, textAt + bytes.byteLength, page + 1]),
    fonts: fontTable('Wingdings'),
    pieces: Buffer.concat([Buffer.from([2]), longs([pieces.byteLength]), pieces]),
  }
  let at = 0
  for (const [name, structure] of Object.entries(structures)) {
    const pair = pairsAt[name as keyof typeof pairsAt]
    main.writeUInt32LE(at, pair)
    main.writeUInt32LE(structure.byteLength, pair + 4)
    at += structure.byteLength
  }
  return compoundFile({ WordDocument: main, '1Table': Buffer.concat(Object.values(structures)) })
}

function paragraphOf(paragraph: string | DocTextParagraph): DocTextParagraph {
  return typeof paragraph === 'string' ? { runs: [{ text: paragraph }] } : paragraph
}

function textOf({ runs, end = '\r' }: DocTextParagraph): string {
  return `${runs.map((run) => run.text).join('')}${end}`
}

/** Every other piece in one byte per character, if there are several. */
function storePieces(text: string, perPiece: number) {
  const starts: number[] = []
  for (let start = 0; start < text.length; start += perPiece) starts.push(start)
  const parts: Buffer[] = []
  const positions: { start: number; position: number; size: number }[] = []
  let position = textAt
  starts.forEach((start, index) => {
    const size = index % 2 === 1 ? 1 : 2
    const part = Buffer.from(text.slice(start, start + perPiece), size === 1 ? 'latin1' : 'utf16le')
    positions.push({ start, position, size })
    parts.push(part)
    position += part.byteLength
  })
  const pieces = Buffer.alloc((starts.length + 1) * 4 + starts.length * 8)
  positions.forEach((piece, index) => {
    pieces.writeUInt32LE(piece.start, index * 4)
    const stored = piece.size === 1 ? piece.position * 2 + 0x40000000 : piece.position
    pieces.writeUInt32LE(stored, (starts.length + 1) * 4 + index * 8 + 2)
  })
  pieces.writeUInt32LE(text.length, starts.length * 4)
  const positionOf = (character: number) => {
    const piece = positions.findLast(({ start }) => start <= character)
    return piece === undefined ? textAt : piece.position + (character - piece.start) * piece.size
  }
  return { bytes: Buffer.concat(parts), pieces, positionOf }
}

interface Properties {
  readonly characters: number
  readonly bytes: Buffer
}

function characterRuns(paragraphs: readonly DocTextParagraph[]): Properties[] {
  return paragraphs.flatMap(({ runs, end = '\r' }) => [
    ...runs.map(({ text, changes = [] }) => ({
      characters: text.length,
      bytes: changes.length === 0 ? Buffer.alloc(0) : Buffer.from([changes.length, ...changes]),
    })),
    { characters: end.length, bytes: Buffer.alloc(0) },
  ])
}

function paragraphRuns(paragraphs: readonly DocTextParagraph[]): Properties[] {
  return paragraphs.map((paragraph) => {
    const content = [paragraph.style ?? 0, 0, ...(paragraph.changes ?? [])]
    // The length is in words, either less one byte or, after a zero, whole.
    const length = content.length % 2 === 1 ? [(content.length + 1) / 2] : [0, content.length / 2]
    return { characters: textOf(paragraph).length, bytes: Buffer.from([...length, ...content]) }
  })
}

/** A page of properties: where runs begin, where their bytes are, and their number. */
function propertyPage(
  runs: readonly Properties[],
  positionOf: (character: number) => number,
  offsetBytes: number,
): Buffer {
  const page = Buffer.alloc(pageBytes)
  let character = 0
  let free = pageBytes - 2
  runs.forEach(({ characters, bytes }, index) => {
    page.writeUInt32LE(positionOf(character), index * 4)
    character += characters
    if (bytes.byteLength === 0) return
    free -= bytes.byteLength + (bytes.byteLength % 2)
    bytes.copy(page, free)
    page.writeUInt8(free / 2, (runs.length + 1) * 4 + index * offsetBytes)
  })
  page.writeUInt32LE(positionOf(character), runs.length * 4)
  page.writeUInt8(runs.length, pageBytes - 1)
  return page
}

function styleSheet(): Buffer {
  const baseBytes = 10
  const info = Buffer.alloc(20)
  info.writeUInt16LE(18, 0)
  info.writeUInt16LE(3, 2)
  info.writeUInt16LE(baseBytes, 4)
  const styles = ['Normal', 'heading 1', 'heading 2'].map((name, number) => {
    const style = Buffer.alloc(2 + baseBytes + 2 + (name.length + 1) * 2 + 4 + 2)
    style.writeUInt16LE(style.byteLength - 2, 0)
    style.writeUInt16LE(number, 2)
    style.writeUInt16LE(1 + 0xfff0, 4)
    style.writeUInt16LE(name.length, 2 + baseBytes)
    style.write(name, 2 + baseBytes + 2, 'utf16le')
    // Of the paragraph its own index, of the characters nothing.
    style.writeUInt16LE(2, style.byteLength - 6)
    style.writeUInt16LE(number, style.byteLength - 4)
    return style
  })
  return Buffer.concat([info, ...styles])
}

function fontTable(name: string): Buffer {
  const font = Buffer.alloc(40 + (name.length + 1) * 2)
  font.writeUInt8(font.byteLength - 1, 0)
  font.write(name, 40, 'utf16le')
  return Buffer.concat([Buffer.from([1, 0, 0, 0]), font])
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
