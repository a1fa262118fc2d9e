import type { Span } from '@portal/file-rules/sentence-spans'
import { align } from './alignment/align.ts'
import { type Link, numberOf, readSide, type Side } from './alignment/side.ts'
import type { ComparedText, Difference, Segment } from './difference.ts'
import { type ComparedLink, rowsOf } from './rows.ts'
import { type Budget, compareWords } from './words/compare-words.ts'

/** Steps of Myers' algorithm for all words together, about three seconds; policies need 1 %. */
const wordSteps = 20_000_000

/**
 * The difference of two texts by their structure: renumbered clauses and moved paragraphs are
 * recognised, changed blocks are compared word by word, and what only typesetting decides is no
 * change. Deterministic; swapping the texts swaps the result. Its time is bounded for any input.
 */
export function compareTexts(before: ComparedText, after: ComparedText): Difference {
  // In one direction always, so that ties are broken alike whichever text is the older one.
  const isSwapped = before.text > after.text
  const [first, second] = isSwapped ? [after, before] : [before, after]
  const isAcrossTypes = first.type !== second.type
  const [one, other] = [readSide(first, isAcrossTypes), readSide(second, isAcrossTypes)]
  const alignment = align(one, other)
  const budget = { steps: wordSteps }
  const compared = (link: Link) => {
    const result = compareLink(link, { one, other, isAcrossTypes, budget })
    return isSwapped ? swapped(result) : result
  }
  const [was, is] = isSwapped ? [other, one] : [one, other]
  const inOrder = alignment.inOrder.map(compared)
  const moved = alignment.moved.map(compared)
  return { before: was.blocks, after: is.blocks, rows: rowsOf({ inOrder, moved }, was, is) }
}

interface LinkContext {
  readonly one: Side
  readonly other: Side
  readonly isAcrossTypes: boolean
  readonly budget: Budget
}

function compareLink(link: Link, { one, other, isAcrossTypes, budget }: LinkContext): ComparedLink {
  const [was, is] = [spanOf(one, link.before), spanOf(other, link.after)]
  const [oldNumber, newNumber] = [numberOf(one.text, was), numberOf(other.text, is)]
  // Across file types, one of them may not spell its numbers out.
  const isRenumbered = oldNumber !== newNumber && !(isAcrossTypes && (oldNumber === '' || newNumber === ''))
  if (link.isSame) return { ...link, segments: [], isRenumbered }
  const texts = { before: one.text, after: other.text }
  const [before, after] = [bodyOf(was), bodyOf(is)]
  const segments = compareWords({ texts, before, after, isAcrossTypes, budget })
  if (segments.every(({ op }) => op === 'same')) return { ...link, isSame: true, segments: [], isRenumbered }
  return { ...link, segments: [...numberSegments(was, is, isRenumbered), ...segments], isRenumbered }
}

interface RunSpan extends Span {
  readonly bodyStart: number
}

function spanOf({ blocks }: Side, run: Span): RunSpan {
  const [first, last] = [blocks[run.start], blocks[run.end - 1]]
  if (!first || !last) throw new Error('A link names a block that does not exist.')
  return { start: first.start, end: last.end, bodyStart: first.bodyStart }
}

const bodyOf = ({ bodyStart, end }: RunSpan): Span => ({ start: bodyStart, end })

/** The numbers or bullets, so that segments cover the whole of both spans. */
function numberSegments(was: RunSpan, is: RunSpan, isRenumbered: boolean): Segment[] {
  const before = { start: was.start, end: was.bodyStart }
  const after = { start: is.start, end: is.bodyStart }
  if (!isRenumbered)
    return before.end > before.start || after.end > after.start ? [{ op: 'same', before, after }] : []
  return [
    ...(before.end > before.start ? [{ op: 'removed' as const, before }] : []),
    ...(after.end > after.start ? [{ op: 'added' as const, after }] : []),
  ]
}

function swapped(link: ComparedLink): ComparedLink {
  return { ...link, before: link.after, after: link.before, segments: removedFirst(link.segments.map(swap)) }
}

function swap(segment: Segment): Segment {
  if (segment.op === 'same') return { op: 'same', before: segment.after, after: segment.before }
  return segment.op === 'removed'
    ? { op: 'added', after: segment.before }
    : { op: 'removed', before: segment.after }
}

/** In a change, what was removed comes before what was added. */
function removedFirst(segments: Segment[]): Segment[] {
  for (let at = 1; at < segments.length; at += 1) {
    const [one, other] = [segments[at - 1], segments[at]]
    if (one?.op === 'added' && other?.op === 'removed') segments.splice(at - 1, 2, other, one)
  }
  return segments
}
