import type { Outcome } from '@portal/contracts/chat'
import type { AffectedQuestion, SentQuestion } from '@portal/contracts/questions'
import { RelativeTime } from '@portal/ui/relative-time'
import type { ReactNode } from 'react'
import { useNameOf } from '../versions/queries.ts'

/** A question that several people asked. */
export function AskedQuestion({ asked }: { readonly asked: AffectedQuestion }) {
  return (
    <QuestionItem question={asked.question}>
      <AskedBy asked={asked} />
    </QuestionItem>
  )
}

/** How many asked it, and when the last of them did. */
export function AskedBy({ asked: { askers, lastAskedAt } }: { readonly asked: AffectedQuestion }) {
  return (
    <>
      Asked by {askers} people, last <RelativeTime at={lastAskedAt} />
    </>
  )
}

/** A question whose asker wants the owner to know of it. */
export function SentToOwner({ sent }: { readonly sent: SentQuestion }) {
  return (
    <QuestionItem question={sent.question}>
      <SentBy sent={sent} />
    </QuestionItem>
  )
}

const answers: Readonly<Record<Outcome, string>> = {
  answered: 'The assistant answered it.',
  partial: 'The assistant answered a part of it.',
  no_evidence: 'The assistant found no answer.',
  conflict: 'The assistant found sources in conflict.',
}

/** Who sent it, when, and what the assistant had made of it. */
export function SentBy({ sent: { askerId, sentAt, outcome } }: { readonly sent: SentQuestion }) {
  const nameOf = useNameOf()
  return (
    <>
      Sent to the owner by <bdi>{nameOf(askerId)}</bdi>, <RelativeTime at={sentAt} />. {answers[outcome]}
    </>
  )
}

function QuestionItem({ question, children }: { readonly question: string; readonly children: ReactNode }) {
  return (
    <li className="flex flex-col gap-1 rounded-control border border-default p-3">
      <p dir="auto" className="whitespace-pre-line break-words font-medium">
        {question}
      </p>
      <p className="text-12 text-tertiary">{children}</p>
    </li>
  )
}
