import type { GlyphRun } from './segments.ts'

/**
 * A line that runs downwards, in the frame of a page turned by a quarter: its text goes from left
 * to right, and the line at its left is below it.
 */
export function turnedDown(box: {
  x: number
  top: number
  bottom: number
}): Pick<GlyphRun, 'x' | 'y' | 'right'> {
  return { x: -box.top, y: box.x, right: -box.bottom }
}

type Placed = Pick<GlyphRun, 'y' | 'size'>

/** Lines downwards that an engine has from left to right, as it has words, in their own order. */
export function fromRightToLeft<Run extends Placed>(runs: readonly Run[]): Run[] {
  const lines: Run[][] = []
  for (const run of runs) {
    const [first] = lines.at(-1) ?? []
    if (first && Math.abs(first.y - run.y) < first.size * sameLine) lines.at(-1)?.push(run)
    else lines.push([run])
  }
  const rows: Run[][][] = []
  for (const line of lines) {
    const before = rows.at(-1)?.at(-1)?.[0]?.y ?? Number.POSITIVE_INFINITY
    if ((line[0]?.y ?? 0) > before) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  return rows.flatMap((row) => row.toReversed().flat())
}

/** Glyphs this near (in font sizes) are of one line. */
const sameLine = 0.6

/** Signs that stand upright in lines downwards, and how the same are written in other lines. */
const upright = '︐︑︒︓︔︕︖︗︘︙︰︱︲︳︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈'
const usual = '，、。：；！？〖〗…‥—–＿（）｛｝〔〕【】《》〈〉「」『』［］'
/** How signs that stand upright are usually written, by their code. */
export const usualSigns: ReadonlyMap<number, string> = new Map(
  Array.from(upright, (sign, at) => [sign.charCodeAt(0), usual.charAt(at)]),
)

/** A text with the signs of lines that run across. */
export function withUsualSigns(text: string): string {
  return text.replace(/[\ufe10-\ufe48]/g, (sign) => usualSigns.get(sign.charCodeAt(0)) ?? sign)
}
