import { documentsApi } from '@portal/contracts/documents'
import type { VersionFacts } from '@portal/contracts/version-facts'
import type { VersionText } from '@portal/contracts/versions'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RelativeTime } from '@portal/ui/relative-time'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMemberNames } from '../owner/use-member-names.ts'

/** Days are the organization's, and so are written out whatever the reader's time zone. */
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const shownDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

/** Version, approval, approvers and dates, and what makes the version doubtful. */
export function VersionEvidence({ source }: { readonly source: VersionText }) {
  const { documentId: id, versionId, version, approvedAt } = source
  // An older service has no such facts; then those of the text are shown alone.
  const { data: facts } = useRouteQuery(documentsApi.readVersionFacts, { params: { id, versionId } })
  return (
    <>
      {facts && <Warnings facts={facts} />}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-12">
        <Fact name="Version">{version}</Fact>
        {approvedAt && (
          <Fact name="Approved">
            <RelativeTime at={approvedAt} />
          </Fact>
        )}
        {facts && (
          <>
            <Fact name="Approver">
              <Approvers facts={facts} />
            </Fact>
            <Fact name="Effective">{facts.effectiveOn ? shownDay(facts.effectiveOn) : 'Not yet'}</Fact>
            <Fact name="Next review">
              {facts.review.nextOn ? shownDay(facts.review.nextOn) : 'Not planned'}
            </Fact>
          </>
        )}
      </dl>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-tertiary">{name}</dt>
      <dd className="min-w-0 text-secondary">{children}</dd>
    </>
  )
}

function Approvers({ facts: { approvals } }: { readonly facts: VersionFacts }) {
  const nameOf = useMemberNames()
  const people = [...new Set(approvals.map(({ personId }) => personId))]
  if (people.length === 0) return 'No approval was required'
  return people.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <bdi>{nameOf(id)}</bdi>
    </span>
  ))
}

function Warnings({ facts }: { readonly facts: VersionFacts }) {
  const { isActive, isCurrent, review, isRevisionPending, supersededAt } = facts
  const warnings = [
    ...(isActive ? [] : ['The document is no longer in force.']),
    ...(isCurrent || supersededAt === null ? [] : ['Another version has replaced the quoted one.']),
    ...(review.isOverdue && review.nextOn ? [`Its review was due on ${shownDay(review.nextOn)}.`] : []),
    ...(isRevisionPending ? ['A new version awaits approval.'] : []),
  ]
  if (warnings.length === 0) return null
  return (
    <ul
      aria-label="Warnings"
      className="flex list-none flex-col gap-1 rounded-control border border-warning-border bg-warning-subtle px-2.5 py-1.5 text-12 text-warning-text"
    >
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  )
}
