import { roundedSize } from './layout.ts'
import type { Segment } from './segments.ts'

/** Text larger than the body by this factor is a heading. */
export const headingFactor = 1.12

/** The looks of the headings that a file's outline names, and the deepest level that it has. */
export interface OutlineStyles {
  readonly levels: ReadonlyMap<string, number>
  readonly deepest: number
  /** 1 below a title that the outline does not name, else 0. */
  readonly below: number
}

/** Learns them from the segments that the outline names. */
export function outlineStyles(segments: readonly Segment[]): OutlineStyles {
  const levels = new Map<string, number>()
  const named = segments.filter(({ outline }) => outline !== undefined)
  const largest = Math.max(0, ...named.map(({ size }) => size))
  const before = named[0] === undefined ? [] : segments.slice(0, segments.indexOf(named[0]))
  const below = before.some(({ size }) => size > largest * headingFactor) ? 1 : 0
  for (const { outline, ...segment } of named)
    levels.set(lookOf(segment), Math.min(6, (outline?.level ?? 1) + below))
  return { levels, deepest: Math.max(0, ...levels.values()), below }
}

/** What headings of one level have in common. */
export function lookOf({ size, font }: Pick<Segment, 'size' | 'font'>): string {
  return `${roundedSize(size)} ${font}`
}
