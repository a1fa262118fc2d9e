import type { Block, Difference, Row, Segment } from './difference.ts'

/** A difference as numbers: cheap to hand to another thread, and small enough to keep. */
export interface PackedDifference {
  readonly before: Int32Array<ArrayBuffer>
  readonly after: Int32Array<ArrayBuffer>
  readonly rows: Int32Array<ArrayBuffer>
  readonly segments: Int32Array<ArrayBuffer>
}

const blockKinds = ['heading', 'paragraph', 'list-item', 'table-row'] as const
const rowKinds = ['same', 'changed', 'removed', 'added', 'moved-away', 'moved-here'] as const
const ops = ['same', 'removed', 'added'] as const
/** Numbers per block, row and segment. */
const [blockSize, rowSize, segmentSize] = [5, 8, 5]

/** Packs a difference; {@link DifferenceReader} reads it again. */
export function packDifference({ before, after, rows }: Difference): PackedDifference {
  const segments: number[] = []
  const packedRows = rows.flatMap((row) => packRow(row, segments))
  return {
    before: Int32Array.from(before.flatMap(packBlock)),
    after: Int32Array.from(after.flatMap(packBlock)),
    rows: Int32Array.from(packedRows),
    segments: Int32Array.from(segments),
  }
}

function packBlock({ kind, start, end, bodyStart, level = 0 }: Block): number[] {
  return [blockKinds.indexOf(kind), start, end, bodyStart, level]
}

function packRow(row: Row, segments: number[]): number[] {
  const [before, after] = ['before' in row ? row.before : none, 'after' in row ? row.after : none]
  const own = 'segments' in row ? row.segments : []
  const first = segments.length / segmentSize
  for (const segment of own) {
    const [was, is] = ['before' in segment ? segment.before : none, 'after' in segment ? segment.after : none]
    segments.push(ops.indexOf(segment.op), was.start, was.end, is.start, is.end)
  }
  const extra = 'counterpart' in row ? row.counterpart : row.kind === 'same' && row.isRenumbered ? 1 : 0
  const runs = [before.start, before.end, after.start, after.end]
  return [rowKinds.indexOf(row.kind), ...runs, extra, first, own.length]
}

const none = { start: -1, end: -1 }

/** Reads single blocks and rows of a packed difference. */
export class DifferenceReader {
  readonly #packed: PackedDifference

  constructor(packed: PackedDifference) {
    this.#packed = packed
  }

  get rowCount(): number {
    return this.#packed.rows.length / rowSize
  }

  /** The bytes that it takes. */
  get byteLength(): number {
    const { before, after, rows, segments } = this.#packed
    return before.byteLength + after.byteLength + rows.byteLength + segments.byteLength
  }

  block(side: 'before' | 'after', at: number): Block {
    const [kind, start, end, bodyStart, level] = numbers(this.#packed[side], at, blockSize)
    const known = { kind: named(blockKinds, kind), start, end, bodyStart }
    return level === 0 ? known : { ...known, level }
  }

  /** Whether a row says anything: a change, a move or another number. */
  isPlain(at: number): boolean {
    const { rows } = this.#packed
    return rows[at * rowSize] === 0 && rows[at * rowSize + 5] === 0
  }

  row(at: number): Row {
    const [kind, b, bEnd, a, aEnd, extra, first, count] = numbers(this.#packed.rows, at, rowSize)
    const before = { start: b, end: bEnd }
    const after = { start: a, end: aEnd }
    const segments = Array.from({ length: count }, (_, of) => this.#segment(first + of))
    switch (named(rowKinds, kind)) {
      case 'same':
        return { kind: 'same', before, after, isRenumbered: extra === 1 }
      case 'changed':
        return { kind: 'changed', before, after, segments }
      case 'removed':
        return { kind: 'removed', before }
      case 'added':
        return { kind: 'added', after }
      case 'moved-away':
        return { kind: 'moved-away', before, counterpart: extra }
      default:
        return { kind: 'moved-here', after, counterpart: extra, segments }
    }
  }

  #segment(at: number): Segment {
    const [op, b, bEnd, a, aEnd] = numbers(this.#packed.segments, at, segmentSize)
    const before = { start: b, end: bEnd }
    const after = { start: a, end: aEnd }
    const name = named(ops, op)
    if (name === 'same') return { op: name, before, after }
    return name === 'removed' ? { op: name, before } : { op: name, after }
  }
}

type Eight = [number, number, number, number, number, number, number, number]

/** An entry's numbers, then zeros, which nobody reads. */
function numbers(packed: Int32Array, at: number, size: number): Eight {
  if (at < 0 || (at + 1) * size > packed.length) throw new RangeError(`There is no entry ${at}.`)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = packed.subarray(at * size, (at + 1) * size)
  return [a, b, c, d, e, f, g, h]
}

function named<const Name>(names: readonly Name[], at: number): Name {
  const name = names[at]
  if (name === undefined) throw new RangeError(`There is no name ${at}.`)
  return name
}
