import type { VersionText } from '@portal/contracts/versions'
import { classNames } from '@portal/ui/class-names'
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { usePassageActs } from '../comments/commenting.ts'
import { PassageComments } from '../comments/passage-comments.tsx'
import { passageAttribute } from '../comments/selected-passage.ts'
import { firstAfter, type Mark, type Span } from '../reading/spans.ts'
import { MarkedText } from './marked-text.tsx'
import { NearView } from './near-view.tsx'
import { splitText, type TextBlock } from './split-text.ts'

/** Blocks drawn together; those far from the window are drawn when it comes near. */
const blocksPerPart = 60
/** Parts drawn at once in any case, so that the browser's own search covers ordinary documents. */
const partsAtOnce = 20

interface TextViewProps {
  readonly source: VersionText
  readonly marks: readonly Mark[]
  /** What to bring into view; another object is another request. */
  readonly target: Span | null
}

/** A version's extracted text with its headings, lists and tables, and what is marked in it. */
export function TextView({ source, marks, target }: TextViewProps) {
  const blocks = useMemo(() => splitText(source), [source])
  const root = useRef<HTMLDivElement>(null)
  const hasComments = usePassageActs() !== null
  const parts = useMemo(() => partsOf(blocks), [blocks])
  const marked = useMemo(() => marksOf(blocks, marks), [blocks, marks])
  useLayoutEffect(() => {
    if (!target || !root.current) return
    const block = blocks.findLast(({ start }) => start <= target.start)
    const element =
      root.current.querySelector(`mark[data-start="${target.start}"]`) ??
      root.current.querySelector(`[data-block="${block?.start}"]`)
    element?.scrollIntoView({ block: element.tagName === 'MARK' ? 'center' : 'start' })
  }, [target, blocks])
  return (
    <div
      ref={root}
      className={classNames(
        // 34rem: at most 68 characters a line.
        'mx-auto flex w-full max-w-[34rem] flex-col text-16 leading-[1.625rem] print:mx-0 print:block print:max-w-none print:text-14',
        hasComments && 'pr-7 @min-[44rem]:pr-0',
      )}
    >
      {parts.map((part, at) => {
        const span = { start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 }
        const isNeeded = at < partsAtOnce || (target !== null && overlaps(span, target))
        return (
          <NearView key={span.start} isNeeded={isNeeded} estimatedPx={(span.end - span.start) / 3}>
            {part.map((block) => (
              <Block
                key={block.start}
                block={block}
                text={source.text}
                marks={marked.get(block.start) ?? none}
              />
            ))}
          </NearView>
        )
      })}
    </div>
  )
}

function partsOf(blocks: readonly TextBlock[]): TextBlock[][] {
  return Array.from({ length: Math.ceil(blocks.length / blocksPerPart) }, (_, at) =>
    blocks.slice(at * blocksPerPart, (at + 1) * blocksPerPart),
  )
}

const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end
const none: readonly Mark[] = []

/** The marks of each block, by its start. Blocks without any get `none` and stay as drawn. */
function marksOf(blocks: readonly TextBlock[], marks: readonly Mark[]): ReadonlyMap<number, Mark[]> {
  const grouped = new Map<number, Mark[]>()
  for (const mark of marks) {
    for (let at = Math.max(0, firstAfter(blocks, mark.start) - 1); ; at++) {
      const block = blocks[at]
      if (!block || block.start >= mark.end) break
      if (overlaps(mark, block)) grouped.set(block.start, [...(grouped.get(block.start) ?? []), mark])
    }
  }
  return grouped
}

interface BlockProps {
  readonly block: TextBlock
  readonly text: string
  readonly marks: readonly Mark[]
}

const Block = memo(function Block(props: BlockProps) {
  const { block, text, marks } = props
  const isCited = marks.some(({ kind }) => kind === 'cited')
  return (
    <>
      {block.opensPage !== null && <PageBreak page={block.opensPage} />}
      <div
        data-block={block.start}
        {...passageAttribute(block)}
        className={classNames(
          'group relative scroll-mt-40 [unicode-bidi:plaintext]',
          block.start > 0 && (block.kind === 'heading' ? headingSpace[block.level - 1] : 'mt-3'),
          block.kind === 'table' && 'not-print:@min-[44rem]:-mx-14',
          isCited && '-ml-4 border-(--mark-edge) border-l-3 pl-3.25',
        )}
      >
        {shapes[block.kind](props)}
        <span className="absolute top-0 -right-7 @min-[44rem]:-right-8">
          <PassageComments span={block} text={text.slice(block.start, block.end)} />
        </span>
      </div>
    </>
  )
})

const headingSpace = ['mt-8', 'mt-6', 'mt-5', 'mt-4', 'mt-4']
const headingLooks = ['text-20', 'text-16', 'text-16', 'text-16', 'text-16']

/** How each kind of block is drawn. */
const shapes: Record<TextBlock['kind'], (props: BlockProps) => ReactNode> = {
  heading: ({ block, text, marks }) => {
    const Heading = `h${block.level + 1}` as 'h2'
    return (
      <Heading
        tabIndex={-1}
        id={headingId(block.start)}
        className={classNames('scroll-mt-40 font-semibold outline-none', headingLooks[block.level - 1])}
      >
        <MarkedText text={text} span={block} marks={marks} />
      </Heading>
    )
  },
  paragraph: ({ block, text, marks }) => (
    <p className="whitespace-pre-wrap break-words">
      <MarkedText text={text} span={block} marks={marks} />
    </p>
  ),
  list: ({ block, text, marks }) => (
    <ul className="flex list-none flex-col gap-1.5">
      {block.rows.map(([line = block]) => (
        <li key={line.start} className="break-words pl-6 -indent-4">
          <MarkedText text={text} span={line} marks={marks} />
        </li>
      ))}
    </ul>
  ),
  table: ({ block, text, marks }) => (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset; nor a region, since a text has many tables.
    <div
      role="group"
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-default"
    >
      <table className="w-full border-collapse text-13 leading-prose">
        <tbody>
          {block.rows.map((cells, row) => (
            <tr key={cells[0]?.start} className={classNames(row > 0 && 'border-subtle border-t')}>
              {cells.map((cell, at) => (
                <td key={cell.start} className="px-3 py-2 align-top [unicode-bidi:plaintext]">
                  <Between text={text} start={before(block, row, at)} end={cell.start} />
                  <MarkedText text={text} span={cell} marks={marks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ),
}

/** Where the cell before a cell of a table ends; the table's start before the first. */
function before({ rows, start }: TextBlock, row: number, at: number): number {
  const previous = at > 0 ? rows[row]?.[at - 1] : rows[row - 1]?.at(-1)
  return previous?.end ?? start
}

/** Signs between two cells: not seen, but counted where a selection is found in the text. */
function Between({
  text,
  start,
  end,
}: {
  readonly text: string
  readonly start: number
  readonly end: number
}) {
  const signs = text.slice(start, end).trim()
  return signs === '' ? null : <span hidden>{signs}</span>
}

/** The id of the heading at an offset, for the contents list. */
export function headingId(start: number): string {
  return `section-${start}`
}

function PageBreak({ page }: { readonly page: number }) {
  return (
    <p className="mt-6 flex items-center gap-3 text-12 text-tertiary first:mt-0">
      Page {page}
      <span aria-hidden="true" className="flex-1 border-subtle border-t" />
    </p>
  )
}
