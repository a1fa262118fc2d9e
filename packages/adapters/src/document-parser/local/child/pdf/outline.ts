import { type OpenPdf, readUtf16 } from './pdfium.ts'
import type { Segment } from './segments.ts'

/** An entry of a file's outline ("bookmarks"): `level` from 1, `page` from 1. */
export interface OutlineEntry {
  readonly title: string
  readonly level: number
  readonly page: number
}

const limits = { entries: 5_000, depth: 9 }

/** Reads the outline in order; a loop in it ends at the limits. */
export function readOutline({ engine, document }: OpenPdf): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const read = (parent: number, level: number): void => {
    let entry = engine._FPDFBookmark_GetFirstChild(document, parent)
    while (entry !== 0 && !seen.has(entry) && entries.length < limits.entries) {
      seen.add(entry)
      const current = entry
      const title = readUtf16(engine, (buffer, bytes) =>
        engine._FPDFBookmark_GetTitle(current, buffer, bytes),
      )
      const page = pageOf(engine, document, current)
      if (page > 0) entries.push({ title, level: Math.min(level, 6), page })
      if (level < limits.depth) read(entry, level + 1)
      entry = engine._FPDFBookmark_GetNextSibling(document, entry)
    }
  }
  read(0, 1)
  return entries
}

function pageOf(engine: OpenPdf['engine'], document: number, entry: number): number {
  const action = engine._FPDFBookmark_GetAction(entry)
  const destination =
    engine._FPDFBookmark_GetDest(document, entry) ||
    (action === 0 ? 0 : engine._FPDFAction_GetDest(document, action))
  return destination === 0 ? 0 : engine._FPDFDest_GetDestPageIndex(document, destination) + 1
}

/** A heading may be broken over this many lines. */
const linesMax = 5

/** Marks the lines of a file that its outline names, each entry's first occurrence on its page. */
export function markOutline(segments: readonly Segment[], entries: readonly OutlineEntry[]): Segment[] {
  const marked = [...segments]
  const ranges = pageRanges(segments)
  entries.forEach(({ title, level, page }, entry) => {
    const range = ranges.get(page)
    const found = range && findTitle(marked, range, lettersOf(title))
    if (!found) return
    const { from, to } = found
    const lines = marked.slice(from, to).map((segment) => ({ ...segment, outline: { level, entry } }))
    marked.splice(from, to - from, ...lines)
  })
  return marked
}

function pageRanges(segments: readonly Segment[]): ReadonlyMap<number, Range> {
  const ranges = new Map<number, Range>()
  segments.forEach(({ page }, index) => {
    ranges.set(page, { from: ranges.get(page)?.from ?? index, to: index + 1 })
  })
  return ranges
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Whole lines that say the title, perhaps with a number before it ("4.2 Scope"). */
function findTitle(segments: readonly Segment[], { from, to }: Range, title: string): Range | null {
  if (title === '') return null
  for (let start = from; start < to; start++) {
    let text = ''
    for (let end = start; end < Math.min(to, start + linesMax); end++) {
      const segment = segments[end]
      if (segment === undefined || segment.outline !== undefined) break
      text += lettersOf(segment.text)
      if (text === title || withoutNumber(text) === title || text === withoutNumber(title))
        return { from: start, to: end + 1 }
      if (text.length > title.length + numberLengthMax) break
    }
  }
  return null
}

const numberLengthMax = 16

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Without "12", "appendixa" or "chapter3" at its beginning. */
function withoutNumber(text: string): string {
  return text.replace(/^(?:\d+|(?:appendix|chapter|section|article|part)(?:\d+|[a-z](?=\p{L})))/u, '')
}
