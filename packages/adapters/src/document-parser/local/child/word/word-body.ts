import type { WordPiece } from './word-blocks.ts'
import { WordFields } from './word-fields.ts'
import { type OpenParagraph, WordFlow, type WordLooks } from './word-flow.ts'
import { symbolOf } from './word-symbols.ts'
import { type Attribute, isOn, readXml, type XmlReader } from './word-xml.ts'

/** The text of a part: its pieces, those of its notes by key, and the notes referred to. */
export interface WordText {
  readonly pieces: readonly WordPiece[]
  readonly notes: ReadonlyMap<string, readonly WordPiece[]>
  readonly noteKeys: readonly string[]
  /** Whether Word takes in other files when it opens this one, which does not hold their text. */
  readonly takesInFiles: boolean
}

/** The file around the part; `diagram` is the XML of a drawing's diagram by its id, or null. */
export interface WordFileFacts extends WordLooks {
  readonly diagram: (id: string) => string | null
}

/** Reads the text that a part shows. */
export function readWordText(xml: string, facts: WordFileFacts): WordText {
  const reader = new BodyReader(facts)
  readXml(xml, reader)
  return reader.finished()
}

/** What is not shown: deleted and moved text, ruby, field codes, earlier and unknown properties. */
const unread =
  /^(?:w:(?:del|moveFrom|rt|sectPr|sdtPr|sdtEndPr|tblPr|tblPrEx|tblGrid|tcPr|delText|instrText|delInstrText)|m:\w+Pr)$/
const characters: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:ptab': ' ',
  'w:br': ' ',
  'w:cr': ' ',
  'w:noBreakHyphen': '\u2011',
}
/** As Word writes an equation in one line (UnicodeMath). */
const equationMarks: Readonly<Record<string, string>> = { 'm:den': '/', 'm:sup': '^', 'm:sub': '_' }

/** Whose properties are being read; the mark is the end of a paragraph. */
type Properties = 'paragraph' | 'mark' | 'run' | 'row' | null

interface OpenRun {
  isBold?: boolean
  isHidden?: boolean
  style?: string
}

interface OpenTable {
  readonly rows: (readonly (readonly WordPiece[])[])[]
  cells: (readonly WordPiece[])[]
  isRowDeleted: boolean
}

class BodyReader implements XmlReader {
  readonly #facts: WordFileFacts
  readonly #flows: WordFlow[]
  readonly #runs: OpenRun[] = []
  readonly #fields = new WordFields()
  readonly #tables: OpenTable[] = []
  /** Per alternate content: the characters read before it. */
  readonly #alternates: number[] = []
  readonly #notes = new Map<string, readonly WordPiece[]>()
  readonly #noteKeys: string[] = []
  #properties: Properties = null
  #noteKey = ''
  #isText = false
  #equationMark = ''
  #charactersRead = 0
  #takesInFiles = false

  constructor(facts: WordFileFacts) {
    this.#facts = facts
    this.#flows = [new WordFlow(facts)]
  }

  finished(): WordText {
    const pieces = this.#closeFlow()
    return { pieces, notes: this.#notes, noteKeys: this.#noteKeys, takesInFiles: this.#takesInFiles }
  }

  open(name: string, attribute: Attribute): boolean {
    if (this.#properties !== null) return this.#openProperty(name, attribute)
    if (unread.test(name)) return false
    // Another form of the same content is read only where the first one shows no text.
    if (name === 'mc:Choice' || name === 'mc:Fallback')
      return this.#alternates.at(-1) === this.#charactersRead
    if (name === 'w:footnote' || name === 'w:endnote') return this.#openNote(name, attribute)
    this.#append(characters[name] ?? '')
    this.#equationMark = equationMarks[name] ?? this.#equationMark
    this.#openers[name]?.(attribute)
    return true
  }

  close(name: string): void {
    if (name in equationMarks) this.#equationMark = ''
    this.#closers[name]?.()
  }

  text(value: string): void {
    if (this.#isText) this.#append(value.replaceAll('\u00ad', ''))
  }

  readonly #openers: Readonly<Record<string, (attribute: Attribute) => void>> = {
    'w:p': () => this.#flow.openParagraph(),
    'a:p': () => this.#flow.openParagraph(),
    'w:r': () => this.#runs.push({}),
    'm:r': () => this.#runs.push({}),
    'w:t': () => this.#setText(true),
    'm:t': () => this.#setText(true),
    'a:t': () => this.#setText(true),
    'w:pPr': () => this.#setProperties('paragraph'),
    'w:rPr': () => this.#setProperties('run'),
    'w:trPr': () => this.#setProperties('row'),
    'w:sym': (attribute) => this.#append(symbolOf(attribute('font') ?? '', attribute('char') ?? '')),
    'w:fldChar': (attribute) => this.#append(this.#fields.change(attribute('fldCharType'))),
    'w:checkBox': () => this.#fields.setCheckBox(true),
    'w:default': (attribute) => this.#fields.recheck(attribute),
    'w:checked': (attribute) => this.#fields.recheck(attribute),
    'w:tbl': () => this.#tables.push({ rows: [], cells: [], isRowDeleted: false }),
    'w:tc': () => this.#flows.push(new WordFlow(this.#facts)),
    'w:txbxContent': () => this.#flows.push(new WordFlow(this.#facts)),
    'w:footnoteReference': (attribute) => this.#noteKeys.push(`w:footnote ${attribute('id')}`),
    'w:endnoteReference': (attribute) => this.#noteKeys.push(`w:endnote ${attribute('id')}`),
    'w:altChunk': () => this.#setTakesInFiles(),
    'w:subDoc': () => this.#setTakesInFiles(),
    'dgm:relIds': (attribute) => this.#readDiagram(attribute('dm') ?? ''),
    'mc:AlternateContent': () => this.#alternates.push(this.#charactersRead),
  }

  readonly #closers: Readonly<Record<string, () => void>> = {
    'w:p': () => this.#flow.closeParagraph(),
    'a:p': () => this.#flow.closeParagraph(),
    'w:r': () => this.#runs.pop(),
    'm:r': () => this.#runs.pop(),
    'w:t': () => this.#setText(false),
    'm:t': () => this.#setText(false),
    'a:t': () => this.#setText(false),
    'w:pPr': () => this.#setProperties(null),
    'w:rPr': () => this.#setProperties(this.#properties === 'mark' ? 'paragraph' : null),
    'w:trPr': () => this.#setProperties(null),
    'w:checkBox': () => this.#fields.setCheckBox(false),
    'w:tbl': () => this.#flow.add(this.#tables.splice(-1).map(({ rows }) => ({ rows }))),
    'w:tr': () => this.#closeRow(),
    'w:tc': () => this.#tables.at(-1)?.cells.push(this.#closeFlow()),
    'w:txbxContent': () => this.#addToOuter(this.#closeFlow()),
    'w:footnote': () => this.#notes.set(this.#noteKey, this.#closeFlow()),
    'w:endnote': () => this.#notes.set(this.#noteKey, this.#closeFlow()),
    'mc:AlternateContent': () => this.#alternates.pop(),
  }

  #openProperty(name: string, attribute: Attribute): boolean {
    const paragraph = this.#flow.paragraph
    const [run, table] = [this.#runs.at(-1), this.#tables.at(-1)]
    const value = attribute('val')
    if (this.#properties === 'row' && name === 'w:del' && table) table.isRowDeleted = true
    else if (this.#properties === 'mark' && name === 'w:del' && paragraph) paragraph.isEndDeleted = true
    else if (this.#properties === 'run' && run) setRunProperty(run, name, attribute)
    if (this.#properties !== 'paragraph' || !paragraph) return false
    if (name === 'w:rPr') this.#properties = 'mark'
    else if (name === 'w:pStyle' && value !== undefined) paragraph.style = value
    else if (name === 'w:outlineLvl') paragraph.outline = Number(value)
    else if (name === 'w:numId' && value !== undefined) paragraph.listId = value
    return name === 'w:rPr' || name === 'w:numPr'
  }

  #openNote(name: string, attribute: Attribute): boolean {
    if (/separator|notice/i.test(attribute('type') ?? '')) return false
    this.#noteKey = `${name} ${attribute('id')}`
    this.#flows.push(new WordFlow(this.#facts))
    return true
  }

  #closeRow(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    if (!table.isRowDeleted) table.rows.push(table.cells)
    table.cells = []
    table.isRowDeleted = false
  }

  #readDiagram(id: string): void {
    const xml = this.#facts.diagram(id)
    if (xml !== null) this.#flow.add(readWordText(xml, { ...this.#facts, diagram: () => null }).pieces)
  }

  #append(text: string): void {
    if (text === '' || this.#fields.isInstruction) return
    if (this.#flow.paragraph === undefined) this.#flow.openParagraph()
    const paragraph = this.#flow.paragraph
    if (paragraph === undefined || this.#isHidden(paragraph)) return
    paragraph.parts.push(this.#equationMark, text)
    this.#equationMark = ''
    const characterCount = text.replace(/\s+/g, '').length
    this.#charactersRead += characterCount
    paragraph.characters += characterCount
    if (this.#isBold(paragraph)) paragraph.boldCharacters += characterCount
  }

  #isHidden({ style }: OpenParagraph): boolean {
    const run = this.#runs.at(-1)
    const { styles } = this.#facts
    const isHidden =
      styles.find('character', run?.style)?.isHidden || styles.find('paragraph', style)?.isHidden
    return run?.isHidden ?? isHidden ?? false
  }

  #isBold({ style }: OpenParagraph): boolean {
    const run = this.#runs.at(-1)
    const { styles } = this.#facts
    const isBold = styles.find('character', run?.style)?.isBold || styles.find('paragraph', style)?.isBold
    return run?.isBold ?? isBold ?? false
  }

  #addToOuter(pieces: readonly WordPiece[]): void {
    this.#flow.add(pieces)
  }

  #setText(isText: boolean): void {
    this.#isText = isText
  }

  #setProperties(properties: Properties): void {
    this.#properties = properties
  }

  #setTakesInFiles(): void {
    this.#takesInFiles = true
  }

  /** The innermost flow. What is well-formed closes only what it opened. */
  get #flow(): WordFlow {
    const flow = this.#flows.at(-1)
    if (flow === undefined) throw new Error('The text of a Word file ended before the file.')
    return flow
  }

  #closeFlow(): readonly WordPiece[] {
    return this.#flows.pop()?.close() ?? []
  }
}

function setRunProperty(run: OpenRun, name: string, attribute: Attribute): void {
  if (name === 'w:b') run.isBold = isOn(attribute)
  else if (name === 'w:vanish') run.isHidden = isOn(attribute)
  else if (name === 'w:rStyle') run.style = attribute('val') ?? ''
}
