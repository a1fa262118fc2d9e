import { Badge, type BadgeTone } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { CircleCheck, CircleHelp, FileText, type LucideIcon, Scale, ShieldCheck } from 'lucide-react'
import { wrappingBadge } from '../drawings/drawing.tsx'
import { type AnswerExample, type AnswerPiece, answerExamples } from './answer-examples.ts'

const outcomes: Record<AnswerExample['outcome'], { tone: BadgeTone; icon: LucideIcon }> = {
  Answered: { tone: 'success', icon: CircleCheck },
  'Sources disagree': { tone: 'info', icon: Scale },
  'No clear answer in the approved documents': { tone: 'warning', icon: CircleHelp },
}

interface ThreadColumnProps {
  readonly example: AnswerExample
  readonly openSource: number
  readonly onOpenSource: (source: number) => void
  readonly onAsk: (example: number) => void
}

export function ThreadColumn({ example, openSource, onOpenSource, onAsk }: ThreadColumnProps) {
  const { tone, icon: Icon } = outcomes[example.outcome]
  return (
    <div className="flex min-w-0 flex-col">
      <p className="flex h-13 items-center gap-2.5 border-default border-b px-4 font-semibold text-15 sm:px-6">
        <span className="whitespace-nowrap">AI Assistant</span>
        <Badge icon={<ShieldCheck />} className="max-[22.5rem]:hidden">
          Approved documents only
        </Badge>
      </p>
      <div
        key={example.question}
        className="grid flex-1 animate-appear content-start gap-5 px-4 py-4.5 sm:p-6"
      >
        <p className="max-w-[86%] justify-self-end rounded-[14px_14px_4px_14px] bg-hover px-3.5 py-2.25">
          {example.question}
        </p>
        <div className="grid gap-2.5 text-15/6.25">
          {example.paragraphs.map((pieces) => (
            <AnswerText key={pieces[0]?.text} pieces={pieces} {...{ example, openSource, onOpenSource }} />
          ))}
          {example.nearest && (
            <ul className="grid gap-2 text-13/4.5 text-secondary">
              {example.nearest.map((nearest) => (
                <li key={nearest} className="flex items-center gap-2">
                  <FileText className="size-4 shrink-0" />
                  {nearest}
                </li>
              ))}
            </ul>
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-tertiary">
          <Badge tone={tone} icon={<Icon />} className={wrappingBadge}>
            {example.outcome}
          </Badge>
          {example.sources.length > 0 && `${example.sources.length} sources`}
        </p>
      </div>
      <fieldset className="border-default border-t px-4 py-4 sm:px-6">
        <legend className="float-left mb-2 text-12 text-tertiary">Try a question</legend>
        <div className="clear-both flex flex-wrap gap-2">
          {answerExamples.map(({ question }, index) => (
            <button
              key={question}
              type="button"
              aria-pressed={question === example.question}
              onClick={() => onAsk(index)}
              className={classNames(
                'min-h-8 rounded-pill border px-3 py-1 text-left font-medium text-13 transition-colors',
                question === example.question
                  ? 'border-accent-border bg-accent-subtle text-accent-text'
                  : 'border-strong bg-panel text-secondary hover:bg-hover hover:text-primary',
              )}
            >
              {question}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface AnswerTextProps {
  readonly pieces: readonly AnswerPiece[]
  readonly example: AnswerExample
  readonly openSource: number
  readonly onOpenSource: (source: number) => void
}

function AnswerText({ pieces, example, openSource, onOpenSource }: AnswerTextProps) {
  return (
    <p>
      {pieces.map(({ text, isStrong, cites }) => {
        if (isStrong) return <strong key={text}>{text}</strong>
        if (cites === undefined) return text
        const lastWord = text.lastIndexOf(' ') + 1
        return (
          <span key={text}>
            {text.slice(0, lastWord)}
            <span className="whitespace-nowrap">
              {text.slice(lastWord)}
              <CitationButton
                number={cites}
                document={example.sources[cites - 1]?.document ?? ''}
                isOpen={openSource === cites - 1}
                onOpen={() => onOpenSource(cites - 1)}
              />
            </span>
          </span>
        )
      })}
    </p>
  )
}

interface CitationButtonProps {
  readonly number: number
  readonly document: string
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function CitationButton({ number, document, isOpen, onOpen }: CitationButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${number}, source: ${document}`}
      aria-pressed={isOpen}
      onClick={onOpen}
      className={classNames(
        'relative ml-0.75 inline-grid h-4.5 min-w-4.5 place-items-center rounded-[5px] border px-1.25 align-[2px] font-semibold text-[0.6875rem]/4 transition-colors before:absolute before:-inset-1',
        isOpen
          ? 'border-accent bg-accent text-accent-on'
          : 'border-accent-border bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
      )}
    >
      {number}
    </button>
  )
}
