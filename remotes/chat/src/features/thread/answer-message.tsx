import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { IconButton } from '@portal/ui/icon-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { RotateCw } from 'lucide-react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { evidenceText, outcomeLooks } from './outcomes.ts'
import { citationClass, Sources, type SourcesProps } from './sources.tsx'
import { splitMarks } from './split-marks.ts'

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
