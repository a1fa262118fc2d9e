import type { MasterOrganization } from '@portal/contracts/master-admin'
import { Badge } from '@portal/ui/badge'
import { CopyButton } from '@portal/ui/copy-button'
import { DeleteButton } from '@portal/ui/delete-button'
import { RatingDisplay } from '@portal/ui/rating-display'
import { RelativeTime } from '@portal/ui/relative-time'
import { type ReactNode, useId } from 'react'
import { OrganizationHeading } from '../page/master-page.tsx'

export interface OrganizationCardProps {
  readonly organization: MasterOrganization
  readonly onDelete: () => void
}

/** One organization: names, codes, counts, departments (product §2). */
export function OrganizationCard({ organization, onDelete }: OrganizationCardProps) {
  const { id, name, code, joinCode, createdAt } = organization
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      className="flex min-w-0 flex-1 flex-col rounded-card border border-default bg-panel"
    >
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4 pt-3.5 pb-3">
        <OrganizationHeading id={heading} name={name} organizationId={id} />
        <DeleteButton label={`Delete organization ${name}`} onDelete={onDelete} />
        <dl className="col-span-full flex min-w-0 flex-wrap items-center gap-x-4">
          <CodeFact label="ID" value={code} copyLabel={`Copy the ID of ${name}`} />
          {joinCode === null ? (
            <div className="flex h-control-sm items-center gap-1.5 text-12">
              <dt className="text-tertiary">Join Code</dt>
              <dd className="text-secondary">switched off</dd>
            </div>
          ) : (
            <CodeFact label="Join Code" value={joinCode} copyLabel={`Copy the join code of ${name}`} />
          )}
        </dl>
      </header>
      <Counts organization={organization} />
      <Departments names={organization.stats.departments.map((department) => department.name)} />
      <footer className="mt-auto border-subtle border-t px-4 py-2.5 text-12 text-tertiary">
        Created <RelativeTime at={createdAt} />
      </footer>
    </article>
  )
}

function Counts({ organization: { userCount, stats } }: Pick<OrganizationCardProps, 'organization'>) {
  return (
    <dl className="grid grid-cols-2 border-subtle border-t sm:grid-cols-[1fr_1fr_1fr_auto]">
      <Count label="Users">{userCount.toLocaleString('en')}</Count>
      <Count label="Documents">{stats.totalDocuments.toLocaleString('en')}</Count>
      <Count label="Questions">{stats.totalQuestions.toLocaleString('en')}</Count>
      <Count label="Rating">
        <RatingDisplay value={stats.averageRating} />
      </Count>
    </dl>
  )
}

function Count({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 border-subtle px-4 py-2.5 not-first:border-l max-sm:nth-3:border-l-0 max-sm:nth-[n+3]:border-t">
      <dt className="text-12 text-tertiary">{label}</dt>
      <dd className="font-medium text-14 tabular-nums">{children}</dd>
    </div>
  )
}

function Departments({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 border-subtle border-t px-4 py-2.5">
      <h3 className="text-12 text-tertiary">Departments ({names.length})</h3>
      <ul className="flex flex-wrap gap-1">
        {names.map((name, at) => (
          <li key={`${at} ${name}`} className="min-w-0 max-w-full">
            <Badge className="max-w-full">
              <bdi className="truncate">{name}</bdi>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A code with its name, to be read and to be copied. */
function CodeFact(props: { readonly label: string; readonly value: string; readonly copyLabel: string }) {
  const { label, value, copyLabel } = props
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="shrink-0 text-12 text-tertiary">{label}</dt>
      <dd className="flex min-w-0 items-center gap-0.5">
        <code className="min-w-0 truncate font-mono text-12" title={value}>
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </div>
  )
}
