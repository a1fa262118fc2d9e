import type { AuditEntry } from '@portal/contracts/audit'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { actionDetail, actionLabel } from './describe-action.ts'
import { OutcomeBadge } from './outcome-badge.tsx'

export interface AuditRowProps {
  readonly entry: AuditEntry
  /** The organization's name, where rows of several stand together. */
  readonly organization?: string
}

/** One entry: what was done, by whom, how it ended and when. */
export function AuditRow({ entry, organization }: AuditRowProps) {
  const { action, subject, details, outcome, at, sequence } = entry
  const detail = actionDetail(details)
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
        <p className="truncate font-mono text-12 text-tertiary" title={subject}>
          <bdi>{subject}</bdi>
        </p>
      </TableCell>
      <TableCell>
        <Actor entry={entry} />
      </TableCell>
      {organization !== undefined && (
        <TableCell>
          <bdi className="block truncate" title={organization}>
            {organization}
          </bdi>
        </TableCell>
      )}
      <TableCell className="max-lg:justify-self-end">
        <OutcomeBadge outcome={outcome} />
      </TableCell>
      <TableCell className="text-secondary max-lg:text-12">
        <RelativeTime at={at} />
        <span className="ml-2 text-12 text-tertiary tabular-nums" title={`Entry ${sequence} of its trail`}>
          #{sequence}
        </span>
      </TableCell>
    </TableRow>
  )
}

/** Names first; who was erased is known by id alone, and what nobody caused is the portal's own. */
function Actor({ entry: { actorId, actorName, outcome } }: { readonly entry: AuditEntry }) {
  if (actorName !== null)
    return (
      <bdi className="block truncate" title={actorId ?? undefined}>
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
