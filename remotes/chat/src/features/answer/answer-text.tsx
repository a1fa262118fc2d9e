import type { Citation } from '@portal/contracts/chat'
import { keepMarks } from '@portal/remote-kit/keep-marks'
import type { AnswerPart } from '@portal/remote-kit/split-marks'
import { classNames } from '@portal/ui/class-names'
import { Fragment } from 'react'
import { type AnswerBlock, answerBlocks } from './answer-blocks.ts'
import { CitationMark, citationClass, type OpenSource } from './citation-mark.tsx'
import { emphasised } from './emphasis.ts'

/** Without a way to open them, the marks of sources are numbers: the answer is not whole yet. */
interface AnswerTextProps extends Partial<OpenSource> {
  readonly content: string
  readonly citations: readonly Citation[]
}

/** In a shorter text the number is all there is to see. */
const emphasisMin = 60
/** A first sentence that decides a question asked for a decision. */
const verdict = /^(?:yes|no|only if|it depends)\b/i
const verdictMax = 160

/**
 * An answer as text with the structure of its documents: no links, images or markup. Marks `[n]`
 * show their passage and open their source.
 */
export function AnswerText({ content, citations, ...source }: AnswerTextProps) {
  return (
    <div className="flex max-w-measure flex-col gap-3 text-14 leading-prose print:max-w-none">
      {answerBlocks(content, citations).map((block, at) => (
        <Block key={block.key} block={block} isFirst={at === 0} {...source} />
      ))}
    </div>
  )
}

interface BlockProps extends Partial<OpenSource> {
  readonly block: AnswerBlock
  readonly isFirst: boolean
}

function Block({ block, isFirst, ...source }: BlockProps) {
  if (block.kind === 'list') {
    return (
      <ul className="flex list-none flex-col gap-1.5">
        {block.items.map(({ key, marker, parts }) => (
          <li key={key} dir="auto" className="flex gap-2">
            <span className="min-w-4 shrink-0 text-tertiary">
              {marker ?? <span aria-hidden="true">•</span>}
            </span>
            <span className="min-w-0">
              <Parts parts={parts} {...source} />
            </span>
          </li>
        ))}
      </ul>
    )
  }
  if (block.kind === 'table') return <Table rows={block.rows} {...source} />
  const text = block.parts.map((part) => part.text).join('')
  const isVerdict = isFirst && text.length <= verdictMax && verdict.test(text)
  return (
    <p dir="auto" className={classNames('whitespace-pre-wrap', isVerdict && 'font-semibold text-16')}>
      <Parts parts={block.parts} {...source} />
    </p>
  )
}

interface TableProps extends Partial<OpenSource> {
  readonly rows: Extract<AnswerBlock, { kind: 'table' }>['rows']
}

/** On a phone the rows of a wide table are blocks of named cells: not all columns have room. */
function Table({ rows, ...source }: TableProps) {
  const [head, ...body] = rows
  const names =
    head?.cells.map(({ parts }) => parts.map(({ text, citation }) => (citation ? '' : text)).join('')) ?? []
  const isWide = names.length > 2
  const block = isWide && '@max-[24rem]:block @max-[24rem]:py-1'
  return (
    <section
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="@container overflow-x-auto rounded-control border border-default"
    >
      <table className="w-full border-collapse text-13">
        <thead className={classNames(isWide && '@max-[24rem]:sr-only')}>
          <tr className="bg-sunken">
            {head?.cells.map(({ key, parts }) => (
              <th key={key} scope="col" dir="auto" className="px-3 py-1.5 text-left font-semibold">
                <Parts parts={parts} {...source} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr key={row.key} className={classNames('border-subtle border-t', block)}>
              {row.cells.map(({ key, parts }, at) => (
                <td key={key} dir="auto" className={classNames('px-3 py-1.5 align-top', block)}>
                  {isWide && (
                    <span className="block text-12 text-tertiary @min-[24rem]:hidden">{names[at]}</span>
                  )}
                  <Parts parts={parts} {...source} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Parts({ parts, ...source }: Partial<OpenSource> & { readonly parts: readonly AnswerPart[] }) {
  return keepMarks(parts.flatMap(emphasisedPart)).map(({ key, isKept, runs }) => {
    const drawn = runs.map((run) => <Run key={run.key} run={run} {...source} />)
    return isKept ? (
      <span key={key} className="whitespace-nowrap">
        {drawn}
      </span>
    ) : (
      <Fragment key={key}>{drawn}</Fragment>
    )
  })
}

interface AnswerRun extends AnswerPart {
  readonly isStrong: boolean
}

function emphasisedPart(part: AnswerPart): AnswerRun[] {
  if (part.citation || part.text.length < emphasisMin) return [{ ...part, isStrong: false }]
  return emphasised(part.text).map((run) => ({ ...run, key: `${part.key}.${run.key}`, citation: null }))
}

function Run({ run, onOpen, isOpen }: Partial<OpenSource> & { readonly run: AnswerRun }) {
  const { text, citation, isStrong } = run
  if (citation && onOpen && isOpen)
    return <CitationMark citation={citation} onOpen={onOpen} isOpen={isOpen} />
  if (citation)
    return <span className={classNames(citationClass(false), 'mx-0.5 align-middle')}>{citation.number}</span>
  // A number is on the line of its unit.
  return isStrong ? <strong className="whitespace-nowrap font-semibold">{text}</strong> : text
}
