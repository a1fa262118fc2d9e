import { passageAddress } from '@portal/contracts/passage-location'
import type { VerifiedAnswer } from '@portal/contracts/verified-answers'
import { Link } from '@portal/remote-kit/link'
import { RelativeTime } from '@portal/ui/relative-time'
import { BadgeCheck } from 'lucide-react'
import { AnswerText } from '../answer/answer-text.tsx'
import { useNames } from '../names/use-names.ts'

/** A steward's answer to the same question, before the assistant's own. */
export function VerifiedCard({ verified }: { readonly verified: VerifiedAnswer }) {
  const { question, content, citations, verifiedBy, verifiedAt, state } = verified
  const { personName } = useNames()
  return (
    <section
      aria-label="Verified answer"
      className="flex flex-col gap-2 rounded-card border border-success-border bg-success-subtle p-4"
    >
      <p className="flex flex-wrap items-center gap-x-1.5 text-13">
        <BadgeCheck aria-hidden="true" className="size-4 text-success-text" />
        <strong className="font-semibold text-success-text">Verified answer</strong>
        <span className="text-secondary">
          by {personName(verifiedBy)} <RelativeTime at={verifiedAt} />
        </span>
      </p>
      {state !== 'active' && (
        <p className="text-13 text-warning-text">
          {state === 'expired'
            ? 'A version that it cites has been replaced since.'
            : 'It has been withdrawn since.'}
        </p>
      )}
      <p className="text-13 text-secondary">
        To the question: <bdi>{question}</bdi>
      </p>
      <AnswerText content={content} citations={citations} />
      <ul aria-label="Sources of the verified answer" className="flex flex-col gap-1 text-13">
        {citations.map((citation) => (
          <li key={citation.number}>
            <Link to={passageAddress(citation)} className="break-words text-accent-text hover:underline">
              [{citation.number}] <bdi>{citation.title}</bdi>, version {citation.version}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
