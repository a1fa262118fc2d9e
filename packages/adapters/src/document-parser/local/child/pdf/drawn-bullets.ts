import { listMarker } from '@portal/file-rules/list-marker'
import { type Edges, edgesOf, objectType, type PageObject, withScratch } from './page-objects.ts'
import type { Pdfium } from './pdfium.ts'
import type { Segment } from './segments.ts'

/** Points; what is larger is a box or a picture. */
const sides = { min: 1, max: 12 }
/** Shares of the size of the line that a bullet belongs to. */
const share = { sideMin: 0.15, sideMax: 0.62, gapMin: 0.1, gapMax: 2.2, below: 0.1, above: 0.8 }
/** More on a page are a chart or a pattern. */
const shapesMax = 300
/** Shapes that differ more from a square are rules. */
const squareness = 0.75

/** Small shapes of a page that are as wide as high: browsers print the bullets of lists so. */
export function smallShapes(engine: Pdfium, objects: readonly PageObject[]): Edges[] {
  return withScratch(engine, (scratch) =>
    objects
      .filter(({ type }) => type === objectType.path)
      .map(({ object }) => edgesOf(engine, object, scratch))
      .filter((edges) => {
        const [short = 0, long = 0] = [edges.right - edges.left, edges.top - edges.bottom].sort(
          (a, b) => a - b,
        )
        return short >= sides.min && long <= sides.max && short >= long * squareness
      }),
  )
}

/** Writes a bullet before the lines that have one drawn before them. */
export function writeBullets(segments: readonly Segment[], shapes: readonly Edges[]): Segment[] {
  if (shapes.length === 0 || shapes.length > shapesMax) return [...segments]
  return segments.map((segment) => {
    const isMarked = listMarker(segment.text) !== null
    const bullet = isMarked ? undefined : shapes.find((shape) => isBulletOf(segment, shape))
    if (bullet === undefined || segments.some((other) => isBefore(other, segment, bullet))) return segment
    return { ...segment, text: `• ${segment.text}` }
  })
}

function isBulletOf({ x, y, size }: Segment, { left, right, top, bottom }: Edges): boolean {
  const [side, gap, middle] = [Math.max(right - left, top - bottom), x - right, (top + bottom) / 2 - y]
  return (
    side >= size * share.sideMin &&
    side <= size * share.sideMax &&
    gap >= size * share.gapMin &&
    gap <= size * share.gapMax &&
    middle >= -size * share.below &&
    middle <= size * share.above
  )
}

/** Words right before a shape: it stands between words. */
function isBefore(other: Segment, { y, size }: Segment, { left }: Edges): boolean {
  return Math.abs(other.y - y) < size / 2 && other.x < left && other.right > left - size
}
