import type { ComparedBlock, DifferenceRow, DifferenceSegment } from '@portal/contracts/difference'
import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'
import { PassageText } from '../comments/passage-text.tsx'
import { rowWords } from './change-words.ts'
import { ComparedText } from './compared-text.tsx'

export type DifferenceView = 'side' | 'inline'
export type ShownRow = Exclude<DifferenceRow, { readonly kind: 'unchanged' }>

export interface RowProps {
  readonly row: ShownRow
  readonly view: DifferenceView
  readonly isCurrent: boolean
  readonly onGoTo: (row: number) => void
}

/** The element of a row, which jumps focus. */
export const rowId = (index: number) => `difference-row-${index}`

/** A row of a difference: both versions beside each other, or one below the other. */
export function DifferenceRowItem({ row, view, isCurrent, onGoTo }: RowProps) {
  const { word } = rowWords[row.kind]
  const isRenumbered = row.kind === 'same' && row.isRenumbered
  const note = 'counterpart' in row && <MoveNote row={row} onGoTo={onGoTo} />
  return (
    <li
      id={rowId(row.index)}
      tabIndex={-1}
      className={classNames(
        'scroll-mt-36 border-subtle border-b last:border-b-0 focus-visible:-outline-offset-2',
        isCurrent && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      {row.kind !== 'same' && <span className="sr-only">{word}: </span>}
      {isRenumbered && <span className="sr-only">Renumbered: </span>}
      {view === 'side' ? <SideBySide row={row} note={note} /> : <InLine row={row} note={note} />}
    </li>
  )
}

interface SidesProps {
  readonly row: ShownRow
  readonly note: ReactNode
}

function SideBySide({ row, note }: SidesProps) {
  const { before, after } = sidesOf(row)
  const isSame = row.kind === 'same'
  const numbers = [before?.block.number ?? '', after?.block.number ?? '']
  return (
    <div className="grid @min-[40rem]:grid-cols-2 @min-[40rem]:divide-x @min-[40rem]:divide-subtle">
      <Line
        block={before?.block}
        tone={toneOf(row, 'before')}
        sign={before ? signOf(row, 'before') : ''}
        isRepeated={isSame}
      >
        {before && <ComparedText segments={before.segments} without="added" />}
        {row.kind === 'moved-away' && note}
      </Line>
      <Line
        block={after?.block}
        tone={toneOf(row, 'after')}
        sign={after ? signOf(row, 'after') : ''}
        number={isSame && row.isRenumbered ? <Renumbered numbers={numbers} isNarrowOnly /> : undefined}
        text={after && textOf(after)}
      >
        {after && <ComparedText segments={after.segments} without="removed" />}
        {row.kind === 'moved-here' && note}
      </Line>
    </div>
  )
}

function InLine({ row, note }: SidesProps) {
  const { before, after } = sidesOf(row)
  const numbers = [before?.block.number ?? '', after?.block.number ?? '']
  const shown = after ?? before
  const isRenumbered = before && after && row.kind !== 'moved-here' && numbers[0] !== numbers[1]
  return (
    <Line
      block={shown?.block}
      tone={row.kind === 'changed' ? '' : toneOf(row, after ? 'after' : 'before')}
      sign={rowWords[row.kind].sign}
      number={isRenumbered ? <Renumbered numbers={numbers} /> : undefined}
      text={after && textOf(after)}
    >
      {shown && <ComparedText segments={shown.segments} />}
      {note}
    </Line>
  )
}

interface RenumberedProps {
  /** The old one and the new one. */
  readonly numbers: readonly string[]
  /** Beside each other, each version shows its own. */
  readonly isNarrowOnly?: boolean
}

function Renumbered({ numbers: [was, is], isNarrowOnly = false }: RenumberedProps) {
  return (
    <>
      <del className={isNarrowOnly ? '@min-[40rem]:hidden' : undefined}>{was}</del>{' '}
      <ins className="no-underline">{is}</ins>
    </>
  )
}

interface LineProps {
  readonly block: ComparedBlock | undefined
  readonly tone: string
  readonly sign: string
  readonly number?: ReactNode
  /** Says what the line before it says, so a narrow window shows one of them. */
  readonly isRepeated?: boolean
  /** The text of the newer version, on which one may comment. */
  readonly text?: string | undefined
  readonly children: ReactNode
}

function Line({ block, tone, sign, number, isRepeated = false, text, children }: LineProps) {
  if (!block) return <div className="hidden bg-sunken @min-[40rem]:block" />
  const isHeading = block.block === 'heading'
  return (
    <div
      className={classNames(
        'group grid gap-x-2 px-3 py-1.5 text-13 leading-prose',
        // A row of a table has no number, and needs the width.
        block.block === 'table-row'
          ? 'grid-cols-[1rem_minmax(0,1fr)_auto]'
          : 'grid-cols-[minmax(2.5rem,auto)_1rem_minmax(0,1fr)_auto]',
        tone,
        isRepeated && 'hidden @min-[40rem]:grid',
      )}
    >
      {block.block !== 'table-row' && (
        <span className="pt-px text-12 text-secondary tabular-nums">{number ?? block.number}</span>
      )}
      <span aria-hidden="true" className="text-center font-medium text-secondary">
        {sign}
      </span>
      <PassageText
        span={text === undefined ? undefined : block.span}
        text={text ?? ''}
        className={classNames('whitespace-pre-wrap', isHeading && 'font-semibold')}
      >
        {children}
      </PassageText>
    </div>
  )
}

type Moved = Extract<ShownRow, { readonly counterpart: unknown }>

function MoveNote({ row, onGoTo }: { readonly row: Moved; readonly onGoTo: (row: number) => void }) {
  const { index, number, section } = row.counterpart
  const heading = section === null ? 'the beginning' : `“${section}”`
  const end = number === '' ? heading : `${number} in ${heading}`
  const words = row.kind === 'moved-away' ? `Moved to ${end}` : `Moved from ${end}`
  return (
    <button
      type="button"
      data-no-passage
      className="mt-1 block text-left text-12 text-accent-text underline underline-offset-2"
      onClick={() => onGoTo(index)}
    >
      {words}
    </button>
  )
}

interface ShownSide {
  readonly block: ComparedBlock
  readonly segments: readonly DifferenceSegment[]
}

/** A side's text as its version has it. */
function textOf({ segments }: ShownSide): string {
  const own = segments.filter(({ op }) => op !== 'removed')
  return own.map(({ text }) => text).join('')
}

/** What a row shows of each version. */
function sidesOf(row: ShownRow): { readonly before?: ShownSide; readonly after?: ShownSide } {
  if (row.kind === 'same') {
    const segments = [{ op: 'same' as const, text: row.after.text }]
    return { before: { block: row.before, segments }, after: { block: row.after, segments } }
  }
  if (row.kind === 'changed')
    return {
      before: { block: row.before, segments: row.segments },
      after: { block: row.after, segments: row.segments },
    }
  if (row.kind === 'added')
    return { after: { block: row.after, segments: [{ op: 'added', text: row.after.text }] } }
  if (row.kind === 'removed')
    return { before: { block: row.before, segments: [{ op: 'removed', text: row.before.text }] } }
  if (row.kind === 'moved-away')
    return { before: { block: row.before, segments: [{ op: 'same', text: row.before.text }] } }
  return { after: { block: row.after, segments: row.segments } }
}

const tones = { before: 'bg-diff-del', after: 'bg-diff-add', moved: 'bg-info-subtle' }

function toneOf(row: ShownRow, side: 'before' | 'after'): string {
  if (row.kind === 'same') return ''
  return row.kind.startsWith('moved') ? tones.moved : tones[side]
}

function signOf(row: ShownRow, side: 'before' | 'after'): string {
  if (row.kind !== 'changed') return rowWords[row.kind].sign
  return side === 'before' ? '−' : '+'
}
