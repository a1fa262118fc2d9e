import type { ChatMessage, Citation, Outcome } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { counted } from '@portal/ui/counted'
import { IconButton } from '@portal/ui/icon-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { CircleCheck, CircleDashed, CircleSlash, GitCompareArrows, RotateCw } from 'lucide-react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { AskOwner } from '../owner/ask-owner.tsx'
import { citationClass, Sources, type SourcesProps } from './sources.tsx'
import { splitMarks } from './split-marks.ts'

const framed = 'rounded-card border p-4'

/** How an outcome looks, its word first, and what the person should know or do next. */
const outcomeLooks = {
  answered: { word: 'Answered', text: 'text-success-text', frame: '', Icon: CircleCheck, advice: null },
  partial: {
    word: 'Partly answered',
    text: 'text-info-text',
    frame: '',
    Icon: CircleDashed,
    advice:
      'The approved documents come close to this question, but may not answer all of it. Check the sources.',
  },
  no_evidence: {
    word: 'No evidence',
    text: 'text-secondary',
    frame: `${framed} border-default bg-sunken`,
    Icon: CircleSlash,
    advice: null,
  },
  conflict: {
    word: 'Sources in conflict',
    text: 'text-warning-text',
    frame: `${framed} border-warning-border bg-panel`,
    Icon: GitCompareArrows,
    advice: 'The sources disagree. Ask their owners which one holds before you act.',
  },
} as const satisfies Record<Outcome, object>

interface AnswerMessageProps {
  readonly message: ChatMessage
  readonly cited: CitedPassage
  /** Asks the question again; absent where that makes no sense. */
  readonly onAskAgain?: (() => void) | undefined
}

/** An answer: outcome, text with citations, sources, and what to do next. */
export function AnswerMessage({ message, cited, onAskAgain }: AnswerMessageProps) {
  const { id, citations, content, outcome } = message
  const look = outcome === null ? null : outcomeLooks[outcome]
  const sources = {
    citations,
    onOpen: (citation: Citation) => cited.open(id, citation.number),
    isOpen: (citation: Citation) => cited.isOpen(id, citation.number),
  }
  return (
    <article aria-label="Answer" data-message={id} className={classNames('flex flex-col gap-3', look?.frame)}>
      {look && (
        <p className="flex flex-wrap items-center gap-x-1.5 text-13">
          <look.Icon className={classNames('size-4', look.text)} />
          <strong className={classNames('font-semibold', look.text)}>{look.word}</strong>
          {citations.length > 0 && <span className="text-tertiary">{evidenceText(citations)}</span>}
        </p>
      )}
      <AnswerText content={content} {...sources} />
      {look?.advice && (
        <p className="rounded-control bg-sunken px-3 py-2 text-13 text-secondary">{look.advice}</p>
      )}
      {citations.length > 0 && <Sources {...sources} isConflict={outcome === 'conflict'} />}
      <footer className="flex flex-wrap items-center gap-1 text-12 text-tertiary">
        {outcome === 'no_evidence' && (
          <Link to="/documents" className={buttonClass({ size: 'sm' })}>
            Look in the documents
          </Link>
        )}
        {mayNeedOwner(outcome) && <AskOwner message={message} />}
        <CopyButton value={content} label="Copy answer" />
        {onAskAgain && (
          <IconButton
            size="sm"
            label="Ask again"
            icon={<RotateCw className="size-3.5" />}
            onClick={onAskAgain}
          />
        )}
        <RelativeTime at={message.createdAt} className="ml-1" />
      </footer>
    </article>
  )
}

/** Where the documents leave something open, the person who answers for them may know. */
function mayNeedOwner(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'answered'
}

/** An answer as plain text: no links, images or markup. Marks `[n]` open their source. */
function AnswerText({ content, citations, onOpen, isOpen }: SourcesProps & { readonly content: string }) {
  return (
    <div className="flex flex-col gap-3 text-14 leading-prose">
      {splitMarks(content, citations).map((paragraph) => (
        <p key={paragraph.key} dir="auto" className="whitespace-pre-wrap">
          {paragraph.parts.map(({ key, text, citation }) =>
            citation ? (
              <button
                key={key}
                type="button"
                aria-pressed={isOpen(citation)}
                aria-label={`Open source ${citation.number}: ${citation.title}`}
                title={citation.title}
                onClick={() => onOpen(citation)}
                className={classNames(citationClass(isOpen(citation)), 'mx-0.5 align-text-bottom')}
              >
                {citation.number}
              </button>
            ) : (
              <span key={key}>{text}</span>
            ),
          )}
        </p>
      ))}
    </div>
  )
}

/** The evidence of an answer: "3 passages from 2 documents". */
function evidenceText(citations: readonly Citation[]): string {
  const documents = new Set(citations.map(({ documentId }) => documentId)).size
  return `${counted(citations.length, 'passage')} from ${counted(documents, 'document')}`
}
