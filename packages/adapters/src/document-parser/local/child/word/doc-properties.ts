import type { DocBytes } from './doc-bytes.ts'
import type { DocFile } from './doc-file.ts'

/** A change of one property (MS-DOC 2.6): its number and its operand, if that is a number. */
interface DocChange {
  readonly property: number
  readonly value: number
}

/** Numbers of the properties that are read here. */
export const docProperty = {
  isDeleted: 0x0800,
  isBold: 0x0835,
  isHidden: 0x083c,
  /** A font's index, then the code of its sign. */
  symbol: 0x6a09,
  outline: 0x2640,
  list: 0x460b,
  isInTable: 0x2416,
  isRowEnd: 0x2417,
} as const

/** Bytes of an operand by the last three bits of a property's number; 6 has its length first. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3]
const longTable = 0xd608
const tabs = 0xc615

function readChanges(bytes: DocBytes): DocChange[] {
  const changes: DocChange[] = []
  let at = 0
  while (at + 3 <= bytes.length) {
    const property = bytes.short(at)
    const kind = property >> 13
    const size = operandBytes[kind]
    const value = size === 1 ? bytes.byte(at + 2) : size === 4 ? bytes.long(at + 2) : bytes.short(at + 2)
    changes.push({ property, value })
    if (property === longTable) at += 3 + bytes.short(at + 2)
    else if (property === tabs && bytes.byte(at + 2) === 255) break
    else at += 2 + (kind === 6 ? 1 + bytes.byte(at + 2) : (operandBytes[kind] ?? 1))
  }
  return changes
}

/** The properties of a stretch of text, by number. */
export type DocProperties = ReadonlyMap<number, number>

/** Properties of the bytes `[from, to)` of the main stream; `style` of paragraphs only. */
export interface DocRun {
  readonly from: number
  readonly to: number
  readonly style: number
  readonly properties: DocProperties
}

const pageBytes = 512

/** Properties of characters or paragraphs in the main stream's order (MS-DOC 2.9.33, 2.9.176). */
export function readRuns(file: DocFile, kind: 'characterRuns' | 'paragraphRuns'): DocRun[] {
  const table = file.structure(kind)
  const count = Math.max(0, Math.floor((table.length - 4) / 8))
  const pages = Array.from({ length: count }, (_, at) => table.long((count + 1 + at) * 4) & 0x3fffff)
  const isThere = (page: number) => page * pageBytes < file.main.length
  const runs = [...new Set(pages.filter(isThere))].flatMap((page) =>
    readPage(file.main.part(page * pageBytes, pageBytes), kind),
  )
  return runs.toSorted((a, b) => a.from - b.from)
}

function readPage(page: DocBytes, kind: 'characterRuns' | 'paragraphRuns'): DocRun[] {
  const count = page.byte(pageBytes - 1)
  const offsetBytes = kind === 'characterRuns' ? 1 : 13
  return Array.from({ length: count }, (_, at): DocRun => {
    const range = { from: page.long(at * 4), to: page.long(at * 4 + 4) }
    const offset = page.byte((count + 1) * 4 + at * offsetBytes) * 2
    if (offset === 0) return { ...range, style: 0, properties: new Map() }
    if (kind === 'characterRuns')
      return { ...range, style: 0, properties: propertiesOf(page.part(offset + 1, page.byte(offset))) }
    const isLong = page.byte(offset) === 0
    const bytes = page.part(
      isLong ? offset + 2 : offset + 1,
      isLong ? page.byte(offset + 1) * 2 : page.byte(offset) * 2 - 1,
    )
    return { ...range, style: bytes.short(0), properties: propertiesOf(bytes.part(2, bytes.length)) }
  })
}

/** The last value that a list of changes gives each property. */
export function propertiesOf(bytes: DocBytes): DocProperties {
  return new Map(readChanges(bytes).map(({ property, value }) => [property, value]))
}
