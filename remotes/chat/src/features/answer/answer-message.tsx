import { type ChatMessage, type Citation, chatApi, type Outcome } from '@portal/contracts/chat'
import { outcomeWords } from '@portal/contracts/outcome-words'
import type { QuotedBecause } from '@portal/contracts/quoted-because'
import { routeUrl } from '@portal/contracts/route'
import { Link } from '@portal/remote-kit/link'
import { SaveLink } from '@portal/remote-kit/save-link'
import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CopyButton } from '@portal/ui/copy-button'
import { counted } from '@portal/ui/counted'
import { IconButton } from '@portal/ui/icon-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { CircleCheck, CircleDashed, CircleSlash, FileCheck, GitCompareArrows, RotateCw } from 'lucide-react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { AskOwner } from '../owner/ask-owner.tsx'
import { AnswerText } from './answer-text.tsx'
import { ClosestPassages, NearestDocuments } from './closest-passages.tsx'
import { Sources } from './sources.tsx'

const framed = 'rounded-card border p-4'

/** How an outcome looks beside its words, and what the person should know or do next. */
const outcomeLooks = {
  answered: { text: 'text-success-text', frame: '', Icon: CircleCheck, advice: null },
  partial: {
    text: 'text-info-text',
    frame: '',
    Icon: CircleDashed,
    advice:
      'The approved documents come close to this question, but may not answer all of it. Check the sources.',
  },
  no_evidence: {
    text: 'text-secondary',
    frame: `${framed} border-default bg-sunken`,
    Icon: CircleSlash,
    advice: null,
  },
  conflict: {
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

/** An answer: outcome, text with citations, sources or what comes nearest, and what to do next. */
export function AnswerMessage({ message, cited, onAskAgain }: AnswerMessageProps) {
  const { id, citations, content, outcome, closest = [], nearest = [], understoodAs } = message
  const look = outcome === null ? null : outcomeLooks[outcome]
  const source = {
    onOpen: (citation: Citation) => cited.open(id, citation.number),
    isOpen: (citation: Citation) => cited.isOpen(id, citation.number),
  }
  return (
    <article aria-label="Answer" data-message={id} className={classNames('flex flex-col gap-3', look?.frame)}>
      {outcome && look && (
        <p className="flex flex-wrap items-center gap-x-1.5 text-13">
          <span className={classNames('flex gap-x-1.5', look.text)}>
            <look.Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <strong className="font-semibold">{outcomeWords[outcome]}</strong>
          </span>
          {citations.length > 0 && <span className="text-tertiary">{evidenceText(citations)}</span>}
        </p>
      )}
      {understoodAs !== undefined && (
        <p className="text-13 text-secondary">
          Understood as “<span dir="auto">{understoodAs}</span>”
        </p>
      )}
      <AnswerText content={content} citations={citations} {...source} />
      {look?.advice && (
        <p className="rounded-control bg-sunken px-3 py-2 text-13 text-secondary">{look.advice}</p>
      )}
      <QuotedNote because={message.quotedBecause} />
      {citations.length > 0 && (
        <Sources citations={citations} {...source} isConflict={outcome === 'conflict'} />
      )}
      {closest.length > 0 && <ClosestPassages closest={closest} {...source} />}
      {nearest.length > 0 && <NearestDocuments nearest={nearest} />}
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
        {citations.length > 0 && (
          <SaveLink
            size="sm"
            variant="ghost"
            title="A page for an auditor: passages, versions, approvers and the entry of the audit trail"
            icon={<FileCheck aria-hidden="true" className="size-3.5" />}
            file={{ address: routeUrl(chatApi.proveAnswer, { id }), name: 'evidence-for-answer.html' }}
          >
            Prove it
          </SaveLink>
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

/** The evidence of an answer: "3 passages from 2 documents". */
function evidenceText(citations: readonly Citation[]): string {
  const documents = new Set(citations.map(({ documentId }) => documentId)).size
  return `${counted(citations.length, 'passage')} from ${counted(documents, 'document')}`
}

/** Why an answer quotes although there is a model; the choice of the organization needs no note. */
const reasons: Readonly<Record<QuotedBecause, string | null>> = {
  model_off: null,
  model_unavailable: 'The language model is not available right now',
  question_declined: 'The language model declined this question',
  budget_used_up: 'The budget of today for the language model is used up',
  not_proven: 'The language model could not prove what it said',
}

/** Says why the documents are quoted, where a person would wonder. */
function QuotedNote({ because }: { readonly because: QuotedBecause | undefined }) {
  const reason = because && reasons[because]
  if (!reason) return null
  return <p className="text-12 text-tertiary">{reason}: these are the documents’ own words.</p>
}
