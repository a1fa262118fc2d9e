import type { Gap } from '@portal/contracts/gaps'
import { Link } from '@portal/remote-kit/link'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { useId } from 'react'
import { useNames } from '../names/use-names.ts'
import { gapStates, gapSums, gapTitle } from './gap-words.ts'

/** One gap: what was asked, by how many, who has it, and which document is nearest. */
export function GapCard({ gap, onChange }: { readonly gap: Gap; readonly onChange: () => void }) {
  const titleId = useId()
  const { documentTitle, departmentName, personName } = useNames()
  const { label, tone } = gapStates[gap.state]
  const others = gap.question === null ? gap.sent.slice(1) : gap.sent
  return (
    <article aria-labelledby={titleId} className="rounded-card border border-default bg-panel p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h2 id={titleId} dir="auto" className="min-w-0 flex-1 break-words font-semibold text-14">
          {gapTitle(gap)}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-13 text-secondary">
        {gapSums(gap)}, last asked <RelativeTime at={gap.lastAskedAt} />
      </p>
      {others.length > 0 && (
        <ul aria-label="Sent questions" className="mt-2 flex flex-col gap-1 text-13">
          {others.map(({ id, question, askerId }) => (
            <li key={id} className="break-words rounded-control bg-sunken px-3 py-1.5">
              <bdi>{question}</bdi> <span className="text-tertiary">from {personName(askerId)}</span>
            </li>
          ))}
        </ul>
      )}
      {gap.question === null && gap.sent[0] && (
        <p className="mt-1 text-13 text-tertiary">From {personName(gap.sent[0].askerId)}</p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-13">
        <dt className="text-tertiary">Document</dt>
        <dd className="min-w-0 break-words">
          {gap.documentId === null ? (
            'None yet'
          ) : (
            <Link to={`/documents/${gap.documentId}`} className="text-accent-text hover:underline">
              <bdi>{documentTitle(gap.documentId)}</bdi>
            </Link>
          )}
        </dd>
        <dt className="text-tertiary">Owner</dt>
        <dd>{gap.ownerId === null ? 'Nobody yet' : personName(gap.ownerId)}</dd>
        <dt className="text-tertiary">Department</dt>
        <dd>{departmentName(gap.departmentId)}</dd>
        {gap.note !== '' && (
          <>
            <dt className="text-tertiary">Note</dt>
            <dd dir="auto" className="whitespace-pre-wrap break-words">
              {gap.note}
            </dd>
          </>
        )}
      </dl>
      <div className="mt-3">
        <Button size="sm" aria-describedby={titleId} onClick={onChange}>
          Change
        </Button>
      </div>
    </article>
  )
}
