import type { AuditEntry } from '@portal/contracts/audit'
import { classNames } from '@portal/ui/class-names'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { actionDetail, actionLabel } from './describe-action.ts'
import { OutcomeBadge } from './outcome-badge.tsx'

export interface AuditRowProps {
  readonly entry: AuditEntry
  /** The organization's name, where entries of several are listed. */
  readonly organization?: string
}

export function AuditRow({ entry, organization }: AuditRowProps) {
  const { action, details, outcome, at, sequence } = entry
  const detail = actionDetail(details)
  const hasOrganization = organization !== undefined
  return (
    <TableRow>
      <TableCell isWide>
        <p className="font-medium">
          {actionLabel(action)}
          {detail !== '' && (
            <span className="font-normal text-secondary">
              {' '}
              · <bdi>{detail}</bdi>
            </span>
          )}
        </p>
        <Subject entry={entry} isNamedAbove={detail === entry.subjectName} />
      </TableCell>
      <TableCell>
        <Actor entry={entry} />
      </TableCell>
      {hasOrganization && (
        <TableCell className="max-lg:order-2">
          <bdi className="block truncate text-left" title={organization}>
            {organization}
          </bdi>
        </TableCell>
      )}
      <TableCell className="max-lg:order-1 max-lg:justify-self-end">
        <OutcomeBadge outcome={outcome} />
      </TableCell>
      <TableCell
        className={classNames(
          'text-secondary max-lg:order-3 max-lg:text-12',
          hasOrganization && 'max-lg:text-end',
        )}
      >
        <RelativeTime at={at} />
        <span className="ml-2 text-12 text-tertiary tabular-nums" title={`Entry ${sequence} of its trail`}>
          #{sequence}
        </span>
      </TableCell>
    </TableRow>
  )
}

/** What was acted on: by name if the trail has one not shown already, otherwise by id. */
function Subject({
  entry: { subject, subjectName },
  isNamedAbove,
}: {
  readonly entry: AuditEntry
  readonly isNamedAbove: boolean
}) {
  const isNamed = subjectName !== null && !isNamedAbove
  return (
    <p
      className={classNames('truncate text-12', isNamed ? 'text-secondary' : 'font-mono text-tertiary')}
      title={subject}
    >
      <bdi>{isNamed ? subjectName : subject}</bdi>
    </p>
  )
}

/** Names first; erased people appear by id only, and acts without actor are the portal's. */
function Actor({ entry: { actorId, actorName, outcome } }: { readonly entry: AuditEntry }) {
  if (actorName !== null)
    return (
      <bdi className="block truncate text-left" title={actorId ?? undefined}>
        {actorName}
      </bdi>
    )
  if (actorId === null)
    return <span className="text-secondary">{outcome === 'done' ? 'The portal' : 'A visitor'}</span>
  return (
    <bdi className="block truncate font-mono text-12 text-secondary" title={actorId}>
      {actorId}
    </bdi>
  )
}
