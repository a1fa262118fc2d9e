import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { IconButton } from '@portal/ui/icon-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { RotateCw } from 'lucide-react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { AnswerText } from './answer-text.tsx'
import { ConflictSides } from './conflict-sides.tsx'
import { evidenceText, outcomeLooks } from './outcomes.ts'
import { Sources } from './sources.tsx'

export interface AnswerMessageProps {
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
      {citations.length > 0 &&
        (outcome === 'conflict' ? <ConflictSides {...sources} /> : <Sources {...sources} />)}
      <footer className="flex flex-wrap items-center gap-1 text-12 text-tertiary">
        {outcome === 'no_evidence' && (
          <Link to="/documents" className={buttonClass({ size: 'sm' })}>
            Look in the documents
          </Link>
        )}
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
