import type { ComparedAnswer } from '@portal/contracts/chat'
import { outcomeWords } from '@portal/contracts/outcome-words'
import { Link } from '@portal/remote-kit/link'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import type { ComparedAnswers as Answers } from './use-comparisons.ts'

const tones: Readonly<Record<ComparedAnswer['outcome'], BadgeTone>> = {
  answered: 'success',
  partial: 'warning',
  no_evidence: 'neutral',
  conflict: 'danger',
}

/** The answer of today beside the one with the version in force. */
export function ComparedAnswers({ answers: { before, after } }: { readonly answers: Answers }) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Answer title="Answer now" answer={before} />
      <Answer title="Answer with this version" answer={after} />
    </div>
  )
}

function Answer({ title, answer }: { readonly title: string; readonly answer: ComparedAnswer }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-control border border-default bg-sunken p-3">
      <h4 className="mb-2 flex flex-wrap items-center gap-2 font-medium text-12">
        {title}
        <Badge tone={tones[answer.outcome]}>{outcomeWords[answer.outcome]}</Badge>
      </h4>
      <p dir="auto" className="whitespace-pre-line break-words text-13">
        {answer.content}
      </p>
      {answer.citations.length > 0 && (
        <ol className="mt-2 flex flex-col gap-1 text-12 text-secondary">
          {answer.citations.map((citation) => (
            <li key={citation.number} className="flex gap-1.5">
              <span className="tabular-nums">[{citation.number}]</span>
              <Link
                to={`/documents/${citation.documentId}?version=${citation.versionId}&start=${citation.start}&end=${citation.end}`}
                className="min-w-0 break-words text-accent-text hover:underline"
              >
                <bdi>{citation.title}</bdi>, version {citation.version}
                {citation.headingPath.length > 0 && <bdi>: {citation.headingPath.at(-1)}</bdi>}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
