import { type DifferenceSegment, withoutEdges } from '@portal/contracts/difference'
import { Fragment } from 'react'

export interface ComparedTextProps {
  readonly segments: readonly DifferenceSegment[]
  /** Segments that this side does not show. */
  readonly without?: DifferenceSegment['op']
}

/** A text with its removed and added parts; a row of a table in its cells. */
export function ComparedText({ segments, without }: ComparedTextProps) {
  const shown = segments.filter(({ op }) => op !== without)
  const cells = cellsOf(shown)
  if (cells.length === 1) return <Parts segments={shown} />
  return (
    // As many columns as have room for whole words; the other cells follow below, in line.
    <span className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-2 gap-y-1">
      {cells.map((cell, at) => (
        <span key={at} data-cell className="min-w-0 hyphens-auto border-default border-l pl-2">
          <Parts segments={cell} />
        </span>
      ))}
    </span>
  )
}

function Parts({ segments }: { readonly segments: readonly DifferenceSegment[] }) {
  return segments.map(({ op, text }, at) => (
    <Fragment key={at}>{op === 'same' ? text : mark(op, text)}</Fragment>
  ))
}

function mark(op: 'removed' | 'added', text: string) {
  const { before, words, after } = withoutEdges(text)
  return (
    <>
      {before}
      {op === 'removed' ? (
        <del className="rounded-[2px] bg-diff-del-word decoration-1">{words}</del>
      ) : (
        <ins className="rounded-[2px] bg-diff-add-word decoration-1 underline-offset-2">{words}</ins>
      )}
      {after}
    </>
  )
}

/** The segments of each cell. A tab ends a cell, in whichever version it is. */
function cellsOf(segments: readonly DifferenceSegment[]): DifferenceSegment[][] {
  const cells: DifferenceSegment[][] = [[]]
  for (const { op, text } of segments) {
    text.split('\t').forEach((piece, at) => {
      if (at > 0) cells.push([])
      if (piece !== '') cells.at(-1)?.push({ op, text: piece })
    })
  }
  return cells
}
