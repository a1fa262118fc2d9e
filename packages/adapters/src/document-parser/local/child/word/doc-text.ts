import { type DocFile, type DocPiece, readFonts } from './doc-file.ts'
import { type DocRun, docProperty, readRuns } from './doc-properties.ts'
import { type DocStyle, readDocStyles } from './doc-styles.ts'
import type { WordPiece } from './word-blocks.ts'
import { outlineHeading } from './word-styles.ts'
import { symbolOf } from './word-symbols.ts'

/** Marks within the text (MS-DOC 2.4.1). */
const mark = {
  cellEnd: 0x07,
  columnBreak: 0x0e,
  fieldBegin: 0x13,
  fieldSeparator: 0x14,
  fieldEnd: 0x15,
  lineBreak: 0x0b,
  noBreakHyphen: 0x1e,
  pageBreak: 0x0c,
  paragraphEnd: 0x0d,
  tab: 0x09,
}

/** The pieces of text of a story, `[start, end)` in characters. */
type ReadStory = (range: { readonly start: number; readonly end: number }) => WordPiece[]

/** Prepares a file's stories to be read. */
export function storyReader(file: DocFile): ReadStory {
  const pieces = file.pieces()
  const facts = {
    characterRuns: readRuns(file, 'characterRuns'),
    paragraphRuns: readRuns(file, 'paragraphRuns'),
    styles: readDocStyles(file.structure('styles')),
    fonts: readFonts(file.structure('fonts')),
  }
  return ({ start, end }) => {
    const story = new StoryReader(facts)
    for (const piece of pieces) {
      const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.start + piece.text.length)]
      for (let at = from; at < to; at++) story.read(piece, at - piece.start)
    }
    return story.finished()
  }
}

interface StoryFacts {
  readonly characterRuns: readonly DocRun[]
  readonly paragraphRuns: readonly DocRun[]
  readonly styles: readonly (DocStyle | null)[]
  readonly fonts: readonly string[]
}

class StoryReader {
  readonly #facts: StoryFacts
  readonly #pieces: WordPiece[] = []
  /** Per open field, whether its result has begun. */
  #fields: boolean[] = []
  #text: string[] = []
  #characters = 0
  #boldCharacters = 0
  #cell: WordPiece[] = []
  #cells: WordPiece[][] = []
  #rows: WordPiece[][][] = []
  #characterRun: DocRun | undefined
  #paragraphRun: DocRun | undefined

  constructor(facts: StoryFacts) {
    this.#facts = facts
  }

  finished(): WordPiece[] {
    if (this.#text.length > 0) this.#endParagraph(this.#isInTable)
    this.#endTable()
    return this.#pieces
  }

  read({ text, position, bytesPerCharacter }: DocPiece, at: number): void {
    const offset = position + at * bytesPerCharacter
    const code = text.charCodeAt(at)
    this.#characterRun = runAt(this.#facts.characterRuns, offset, this.#characterRun)
    this.#paragraphRun = runAt(this.#facts.paragraphRuns, offset, this.#paragraphRun)
    const isDeleted = this.#characterRun?.properties.get(docProperty.isDeleted) === 1
    if (code === mark.cellEnd) this.#endCell()
    else if (isDeleted) return
    else if (code === mark.paragraphEnd || code === mark.pageBreak) this.#endParagraph(this.#isInTable)
    else this.#readCharacter(text.charAt(at), code)
  }

  #readCharacter(character: string, code: number): void {
    if (code === mark.fieldBegin) this.#fields.push(false)
    else if (code === mark.fieldSeparator) this.#fields.splice(-1, 1, true)
    else if (code === mark.fieldEnd) this.#fields.pop()
    else if (this.#fields.includes(false) || this.#isHidden()) return
    else if (code === mark.noBreakHyphen) this.#add('\u2011')
    else if (code === mark.lineBreak || code === mark.columnBreak || code === mark.tab) this.#add(' ')
    else if (code >= 0x20 && code !== 0xad) this.#add(this.#symbol() ?? character)
  }

  #add(character: string): void {
    this.#text.push(character)
    if (character === ' ') return
    this.#characters++
    const own = this.#characterRun?.properties.get(docProperty.isBold)
    if (isSet(own, this.#style?.isBold)) this.#boldCharacters++
  }

  #symbol(): string | null {
    const symbol = this.#characterRun?.properties.get(docProperty.symbol)
    if (symbol === undefined) return null
    return symbolOf(this.#facts.fonts[symbol & 0xffff] ?? '', (symbol >>> 16).toString(16))
  }

  #isHidden(): boolean {
    return isSet(this.#characterRun?.properties.get(docProperty.isHidden), this.#style?.isHidden)
  }

  get #style(): DocStyle | null {
    return this.#facts.styles[this.#paragraphRun?.style ?? 0] ?? null
  }

  get #isInTable(): boolean {
    return this.#paragraphRun?.properties.get(docProperty.isInTable) === 1
  }

  #endParagraph(isInTable: boolean): void {
    const properties = this.#paragraphRun?.properties
    const outline = properties?.get(docProperty.outline)
    const list = properties?.get(docProperty.list)
    const paragraph = {
      text: this.#text.join('').replace(/\s+/g, ' ').trim(),
      heading: this.#style?.heading ?? (outline === undefined ? null : outlineHeading(outline)),
      isListItem: list === undefined ? this.#style?.isListItem === true : list !== 0,
      isBold: this.#boldCharacters >= this.#characters * 0.95,
    }
    this.#text = []
    this.#characters = 0
    this.#boldCharacters = 0
    // What a damaged field hides ends with its paragraph.
    this.#fields = this.#fields.filter((isResult) => isResult)
    if (!isInTable) this.#endTable()
    const target = isInTable ? this.#cell : this.#pieces
    target.push(paragraph)
  }

  /**
   * The end of a cell is that of its last paragraph. The end of a row has a mark of its own, whose
   * properties a long row keeps elsewhere.
   */
  #endCell(): void {
    this.#endParagraph(true)
    const isRowEnd = this.#paragraphRun?.properties.get(docProperty.isRowEnd) === 1
    if (!isRowEnd && this.#isInTable) this.#cells.push(this.#cell)
    else {
      this.#rows.push(this.#cells)
      this.#cells = []
    }
    this.#cell = []
  }

  #endTable(): void {
    const open = [...this.#cells, ...(this.#cell.length > 0 ? [this.#cell] : [])]
    const rows = open.length > 0 ? [...this.#rows, open] : this.#rows
    if (rows.length > 0) this.#pieces.push({ rows })
    this.#rows = []
    this.#cells = []
    this.#cell = []
  }
}

/** Toggles: 128 is as the style, 129 its opposite (MS-DOC 2.2.2). */
function isSet(own: number | undefined, ofStyle = false): boolean {
  if (own === undefined || own === 128) return ofStyle
  return own === 129 ? !ofStyle : own !== 0
}

/** The run at an offset; usually that of the offset before it. */
function runAt(runs: readonly DocRun[], offset: number, last: DocRun | undefined): DocRun | undefined {
  if (last !== undefined && offset >= last.from && offset < last.to) return last
  let [low, high] = [0, runs.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]
    if (run === undefined || offset < run.from) high = middle - 1
    else if (offset >= run.to) low = middle + 1
    else return run
  }
  return undefined
}
