import { isOn, readXml } from './word-xml.ts'

/** Which heading a style or paragraph makes; `isNamed` if Word's own name of the style says so. */
export interface WordHeading {
  readonly level: number
  readonly isNamed: boolean
}

/** What a style says of the text that has it. */
interface WordStyle {
  readonly heading: WordHeading | null
  readonly isBold: boolean
  readonly isHidden: boolean
  readonly listId: string | null
}

interface StyleEntry {
  readonly name: string
  readonly basedOn?: string
  readonly outline?: number
  readonly isBold?: boolean
  readonly isHidden?: boolean
  readonly listId?: string
}

const basesMax = 30

/** The paragraph and character styles of a Word file. */
export class WordStyles {
  readonly #entries: ReadonlyMap<string, StyleEntry>
  readonly #resolved = new Map<string, WordStyle>()

  /** Of the part "styles", if the file has one. */
  constructor(xml: string | null) {
    this.#entries = xml === null ? new Map() : readStyles(xml)
  }

  /** The style of an id, with what it inherits. */
  find(type: 'paragraph' | 'character', id: string | undefined): WordStyle | null {
    if (id === undefined) return null
    const key = `${type} ${id}`
    const known = this.#resolved.get(key)
    if (known !== undefined) return known
    const chain = this.#chainOf(type, id)
    const style = {
      heading: headingOf(chain, id),
      isBold: chain.find(({ isBold }) => isBold !== undefined)?.isBold ?? false,
      isHidden: chain.find(({ isHidden }) => isHidden !== undefined)?.isHidden ?? false,
      listId: chain.find(({ listId }) => listId !== undefined)?.listId ?? null,
    }
    this.#resolved.set(key, style)
    return style
  }

  #chainOf(type: string, id: string): StyleEntry[] {
    const chain: StyleEntry[] = []
    let entry = this.#entries.get(`${type} ${id}`)
    while (entry !== undefined && chain.length < basesMax) {
      chain.push(entry)
      entry = entry.basedOn === undefined ? undefined : this.#entries.get(`${type} ${entry.basedOn}`)
    }
    return chain
  }
}

/** By its own name or id, else by outline level or name of the nearest style it is based on. */
function headingOf(chain: readonly StyleEntry[], id: string): WordHeading | null {
  const named = levelOfName(chain[0]?.name ?? '') ?? levelOfName(id)
  if (named !== null) return { level: named, isNamed: true }
  for (const { name, outline } of chain) {
    if (outline !== undefined) return outlineHeading(outline)
    const level = levelOfName(name)
    if (level !== null) return { level, isNamed: false }
  }
  return null
}

/** The heading of an outline level (from 0), of which the last one is body text. */
export function outlineHeading(outline: number): WordHeading | null {
  return outline >= 0 && outline < 9 ? { level: Math.min(6, outline + 1), isNamed: false } : null
}

function levelOfName(name: string): number | null {
  const number = /^heading ?([1-9])$/i.exec(name)?.[1]
  if (number !== undefined) return Math.min(6, Number(number))
  if (/^(?:title|heading)$/i.test(name)) return 1
  return /^subtitle$/i.test(name) ? 2 : null
}

function readStyles(xml: string): Map<string, StyleEntry> {
  const entries = new Map<string, StyleEntry>()
  let open: { -readonly [Key in keyof StyleEntry]: StyleEntry[Key] } | null = null
  readXml(xml, {
    open(name, attribute) {
      if (name === 'w:style') {
        open = { name: '' }
        const key = `${attribute('type') ?? 'paragraph'} ${attribute('styleId') ?? ''}`
        if (!entries.has(key)) entries.set(key, open)
      }
      const value = attribute('val') ?? ''
      if (open === null) return !/^w:(?:docDefaults|latentStyles)$/.test(name)
      if (name === 'w:name') open.name = value
      else if (name === 'w:basedOn') open.basedOn = value
      else if (name === 'w:outlineLvl') open.outline = Number(value)
      else if (name === 'w:b') open.isBold = isOn(attribute)
      else if (name === 'w:vanish') open.isHidden = isOn(attribute)
      else if (name === 'w:numId') open.listId = value
      return name !== 'w:tblStylePr'
    },
    close(name) {
      if (name === 'w:style') open = null
    },
  })
  return entries
}

/** The ids of the lists of the part "numbering". */
export function readListIds(xml: string | null): ReadonlySet<string> {
  const ids = new Set<string>()
  if (xml === null) return ids
  readXml(xml, {
    open(name, attribute) {
      if (name === 'w:num') ids.add(attribute('numId') ?? '')
      return name !== 'w:abstractNum'
    },
  })
  return ids
}
