import type { DifferenceRow, DifferenceSegment } from '@portal/contracts/difference'
import type { Block, BlockRun, Row, Segment } from '@portal/difference/difference'
import type { DifferenceReader } from '@portal/difference/packed-difference'

type Side = 'before' | 'after'

/** A version's text as rows quote it. */
export interface QuotedText {
  readonly text: string
  readonly sections: readonly { readonly title: string; readonly start: number }[]
  readonly pages: readonly { readonly page: number; readonly start: number }[]
}

/** How a run of blocks of several kinds is shown. */
const plain = { block: 'paragraph', level: null } as const
/** Unchanged rows shown around a change. */
const contextRows = 2
/** The characters of one part, beyond its last row. */
const charactersMax = 300_000

/** Which rows: from `cursor` on, `limit` of them; `isWhole` leaves none out. */
export interface PartRequest {
  readonly cursor: number
  readonly limit: number
  readonly isWhole: boolean
}

/** Presents the rows of a packed difference, a part at a time. */
export class RowPresenter {
  readonly #reader: DifferenceReader
  readonly #texts: Readonly<Record<Side, QuotedText>>

  constructor(reader: DifferenceReader, texts: Readonly<Record<Side, QuotedText>>) {
    this.#reader = reader
    this.#texts = texts
  }

  /** A part, and the cursor of the next one; null after the last. */
  part({ cursor, limit, isWhole }: PartRequest): { rows: DifferenceRow[]; next: number | null } {
    const rows: DifferenceRow[] = []
    const { rowCount } = this.#reader
    let [at, characters] = [cursor, 0]
    while (at < rowCount && rows.length < limit && characters < charactersMax) {
      const count = isWhole ? 0 : this.#foldable(at)
      const row = count > 1 ? { kind: 'unchanged' as const, index: at, count } : this.#present(at)
      rows.push(row)
      at += Math.max(1, count)
      characters += lengthOf(row)
    }
    return { rows, next: at < rowCount ? at : null }
  }

  /** How many rows from here on are unchanged and not next to a change. */
  #foldable(from: number): number {
    const { rowCount } = this.#reader
    for (let at = Math.max(0, from - contextRows); at < from; at += 1) if (!this.#reader.isPlain(at)) return 0
    let end = from
    while (end < rowCount && this.#reader.isPlain(end)) end += 1
    return end === rowCount ? end - from : Math.max(0, end - contextRows - from)
  }

  #present(index: number): DifferenceRow {
    const row = this.#reader.row(index)
    switch (row.kind) {
      case 'same': {
        const { before, after } = row
        const was = this.#block('before', before)
        return { ...row, index, before: was, after: this.#text('after', after) }
      }
      case 'changed': {
        const [before, after] = [this.#block('before', row.before), this.#block('after', row.after)]
        return { kind: 'changed', index, before, after, segments: this.#segments(row) }
      }
      case 'removed':
        return { kind: 'removed', index, before: this.#text('before', row.before) }
      case 'added':
        return { kind: 'added', index, after: this.#text('after', row.after) }
      case 'moved-away':
        return {
          kind: 'moved-away',
          index,
          before: this.#text('before', row.before),
          counterpart: this.#counterpart(row.counterpart),
        }
      default: {
        const after = this.#block('after', row.after)
        const same = [{ op: 'same' as const, text: this.#text('after', row.after).text }]
        const segments = row.segments.length === 0 ? same : this.#segments(row)
        return { kind: 'moved-here', index, after, segments, counterpart: this.#counterpart(row.counterpart) }
      }
    }
  }

  #block(side: Side, run: BlockRun) {
    const { kind, level, start, bodyStart } = this.#reader.block(side, run.start)
    const { end } = this.#reader.block(side, run.end - 1)
    const { text, pages } = this.#texts[side]
    const page = pages.length === 0 ? null : (lastBefore(pages, start)?.page ?? 1)
    const number = text.slice(start, bodyStart).trim()
    const looks = this.#isOfKind(side, run, kind) ? { block: kind, level: level ?? null } : plain
    return { ...looks, number, page, span: { start: bodyStart, end } }
  }

  /** A heading that the other file has in one line with its text is no heading of all of it. */
  #isOfKind(side: Side, { start, end }: BlockRun, kind: Block['kind']): boolean {
    for (let at = start + 1; at < end; at += 1) if (this.#reader.block(side, at).kind !== kind) return false
    return true
  }

  #text(side: Side, run: BlockRun) {
    const block = this.#block(side, run)
    return { ...block, text: this.#texts[side].text.slice(block.span.start, block.span.end) }
  }

  /** Without what precedes the text: the number is a field of its own. */
  #segments(row: Extract<Row, { segments: readonly Segment[] }>): DifferenceSegment[] {
    const was = row.kind === 'changed' ? row.before : this.#beforeOf(row.counterpart)
    const body = {
      before: this.#reader.block('before', was.start).bodyStart,
      after: this.#reader.block('after', row.after.start).bodyStart,
    }
    return row.segments.flatMap((segment) => {
      const side = segment.op === 'removed' ? 'before' : 'after'
      const { start, end } = segment.op === 'removed' ? segment.before : segment.after
      const from = Math.max(start, body[side])
      return end > from ? [{ op: segment.op, text: this.#texts[side].text.slice(from, end) }] : []
    })
  }

  #beforeOf(index: number): { readonly start: number } {
    const row = this.#reader.row(index)
    return 'before' in row ? row.before : { start: 0 }
  }

  #counterpart(index: number) {
    const row = this.#reader.row(index)
    const [side, at]: [Side, number] =
      'after' in row ? ['after', row.after.start] : ['before', row.before.start]
    const { number } = this.#block(side, { start: at, end: at + 1 })
    return { index, number, section: this.sectionOf(side, this.#reader.block(side, at)) }
  }

  /** The heading that a block is below, or is itself. */
  sectionOf(side: Side, { start }: Pick<Block, 'start'>): string | null {
    return lastBefore(this.#texts[side].sections, start)?.title ?? null
  }

  /** The heading of a changed section. */
  headingOf(heading: { readonly side: Side; readonly block: number } | null): string | null {
    return heading && this.sectionOf(heading.side, this.#reader.block(heading.side, heading.block))
  }
}

/** The last of these that starts at or before an offset; they are in order. */
function lastBefore<Item extends { readonly start: number }>(
  items: readonly Item[],
  offset: number,
): Item | undefined {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return items[low - 1]
}

/** How many characters of text a row has. */
export function lengthOf(row: DifferenceRow): number {
  if ('segments' in row) return row.segments.reduce((sum, { text }) => sum + text.length, 0)
  if (row.kind === 'unchanged') return 0
  return 'after' in row ? row.after.text.length : row.before.text.length
}
