import type { ChatMessage, Citation, Outcome } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { CircleCheck, CircleDashed, CircleSlash, GitCompareArrows } from 'lucide-react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { AnswerText } from './answer-text.tsx'

const outcomes: Readonly<
  Record<Outcome, { readonly word: string; readonly look: string; readonly Icon: typeof CircleCheck }>
> = {
  answered: { word: 'Answered', look: 'text-success-text', Icon: CircleCheck },
  partial: { word: 'Partly answered', look: 'text-info-text', Icon: CircleDashed },
  no_evidence: { word: 'No evidence', look: 'text-warning-text', Icon: CircleSlash },
  conflict: { word: 'Sources in conflict', look: 'text-danger-text', Icon: GitCompareArrows },
}

export interface AnswerMessageProps {
  readonly message: ChatMessage
  readonly cited: CitedPassage
}

/** An answer: how far it goes, its words with their citations, and the sources. */
export function AnswerMessage({ message, cited }: AnswerMessageProps) {
  const { citations, content, outcome } = message
  const open = (citation: Citation) => cited.open(message.id, citation.number)
  const isOpen = (citation: Citation) => cited.isOpen(message.id, citation.number)
  return (
    <article aria-label="Answer" className="flex flex-col gap-3">
      {outcome && <OutcomeLine outcome={outcome} citations={citations} />}
      <AnswerText content={content} citations={citations} onOpen={open} isOpen={isOpen} />
      {citations.length > 0 && <Sources citations={citations} onOpen={open} isOpen={isOpen} />}
      <footer className="flex items-center gap-2 text-12 text-tertiary">
        <CopyButton value={content} label="Copy answer" />
        <RelativeTime at={message.createdAt} />
      </footer>
    </article>
  )
}

function OutcomeLine({
  outcome,
  citations,
}: {
  readonly outcome: Outcome
  readonly citations: readonly Citation[]
}) {
  const { word, look, Icon } = outcomes[outcome]
  const documents = new Set(citations.map((citation) => citation.documentId)).size
  return (
    <p className="flex flex-wrap items-center gap-2 text-13">
      <Icon aria-hidden="true" className={classNames('size-4', look)} />
      <strong className={classNames('font-semibold', look)}>{word}</strong>
      {citations.length > 0 && (
        <span className="text-tertiary">
          {count(citations.length, 'passage')} from {count(documents, 'document')}
        </span>
      )}
    </p>
  )
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

interface SourcesProps {
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

function Sources({ citations, onOpen, isOpen }: SourcesProps) {
  return (
    <ol
      aria-label="Sources"
      className="list-none divide-y divide-subtle overflow-hidden rounded-card border border-default bg-panel"
    >
      {citations.map((citation) => (
        <li key={citation.number}>
          <button
            type="button"
            aria-pressed={isOpen(citation)}
            onClick={() => onOpen(citation)}
            className={classNames(
              'flex w-full items-center gap-3 px-3 py-2 text-left text-13 hover:bg-hover',
              isOpen(citation) && 'bg-selected',
            )}
          >
            <span className="grid size-5 shrink-0 place-items-center rounded-control bg-accent-subtle font-semibold text-12 text-accent-text">
              {citation.number}
            </span>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {citation.title}
            </span>
            <span className="max-w-[45%] truncate text-12 text-tertiary" dir="auto">
              {place(citation)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Where a citation stands: its nearest heading, and the page where the format has pages. */
function place({ headingPath, page }: Citation): string {
  return [headingPath.at(-1), page === null ? null : `page ${page}`].filter(Boolean).join(', ')
}
