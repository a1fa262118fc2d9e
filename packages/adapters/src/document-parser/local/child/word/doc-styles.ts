import type { DocBytes } from './doc-bytes.ts'
import { type DocProperties, docProperty, propertiesOf } from './doc-properties.ts'
import { outlineHeading, type WordHeading } from './word-styles.ts'

/** What a paragraph style says of the text that has it. */
export interface DocStyle {
  readonly heading: WordHeading | null
  readonly isBold: boolean
  readonly isHidden: boolean
  readonly isListItem: boolean
}

interface StyleEntry {
  readonly builtIn: number
  readonly base: number
  readonly paragraph: DocProperties
  readonly characters: DocProperties
}

/** Numbers of built-in styles (MS-DOC 2.9.260). */
const builtIn = { headings: [1, 9], title: 62, subtitle: 74 } as const
const paragraphKind = 1
const basesMax = 12

/** The styles of a file by their index (MS-DOC 2.9.271); those of other kinds are null. */
export function readDocStyles(sheet: DocBytes): readonly (DocStyle | null)[] {
  const entries = readEntries(sheet)
  return entries.map((entry) => {
    if (entry === null) return null
    const chain: StyleEntry[] = []
    for (let at: StyleEntry | null | undefined = entry; at && chain.length < basesMax; at = entries[at.base])
      chain.push(at)
    const first = (kind: 'paragraph' | 'characters', property: number) =>
      chain.map((style) => style[kind].get(property)).find((value) => value !== undefined)
    return {
      heading: headingOf(chain),
      isBold: first('characters', docProperty.isBold) === 1,
      isHidden: first('characters', docProperty.isHidden) === 1,
      isListItem: (first('paragraph', docProperty.list) ?? 0) !== 0,
    }
  })
}

function headingOf(chain: readonly StyleEntry[]): WordHeading | null {
  for (const [at, style] of chain.entries()) {
    const level = levelOf(style.builtIn)
    if (level !== null) return { level, isNamed: at === 0 }
    const outline = style.paragraph.get(docProperty.outline)
    if (outline !== undefined) return outlineHeading(outline)
  }
  return null
}

function levelOf(number: number): number | null {
  const [first, last] = builtIn.headings
  if (number >= first && number <= last) return Math.min(6, number)
  return number === builtIn.title ? 1 : number === builtIn.subtitle ? 2 : null
}

function readEntries(sheet: DocBytes): (StyleEntry | null)[] {
  const infoBytes = sheet.short(0)
  const [count, baseBytes] = [sheet.short(2), sheet.short(4)]
  const entries: (StyleEntry | null)[] = []
  let at = 2 + infoBytes
  while (entries.length < count && at + 2 <= sheet.length) {
    const bytes = sheet.short(at)
    entries.push(bytes === 0 ? null : readEntry(sheet.part(at + 2, bytes), baseBytes))
    at += 2 + bytes + (bytes % 2)
  }
  return entries
}

function readEntry(style: DocBytes, baseBytes: number): StyleEntry | null {
  if ((style.short(2) & 0xf) !== paragraphKind) return null
  // After the base come the name, between its length and a zero, and two lists of changes.
  const first = baseBytes + 2 + (style.short(baseBytes) + 1) * 2
  const [paragraphBytes, second] = [style.short(first), first + 2 + even(style.short(first))]
  return {
    builtIn: style.short(0) & 0xfff,
    base: style.short(2) >> 4,
    paragraph: propertiesOf(style.part(first + 4, Math.max(0, paragraphBytes - 2))),
    characters: propertiesOf(style.part(second + 2, style.short(second))),
  }
}

function even(bytes: number): number {
  return bytes + (bytes % 2)
}
