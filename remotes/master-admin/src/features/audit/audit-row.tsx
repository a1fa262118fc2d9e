import type { AuditEntry } from '@portal/contracts/audit'
import { Badge } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { RelativeTime } from '@portal/ui/relative-time'
import { TableCell, TableRow } from '@portal/ui/table'
import { Ban, Check, Eye } from 'lucide-react'
import { actionDetail, actionLabel } from './describe-action.ts'

interface AuditRowProps {
  readonly entry: AuditEntry
  /** The organization's name, where entries of several are listed. */
  readonly organization?: string
}

export function AuditRow({ entry, organization }: AuditRowProps) {
  const { action, details, outcome, at, sequence } = entry
  const detail = actionDetail(details)
  const hasOrganization = organization !== undefined
  const look = looks[outcome]
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
        <Subject {...entry} shown={detail} />
      </TableCell>
      <TableCell>
        <Actor {...entry} />
      </TableCell>
      {hasOrganization && (
        <TableCell className="@max-table:order-2">
          <bdi className="block truncate text-left" title={organization}>
            {organization}
          </bdi>
        </TableCell>
      )}
      <TableCell className="@max-table:order-1 @max-table:justify-self-end">
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </TableCell>
      <TableCell
        className={classNames(
          'text-secondary @max-table:order-3 @max-table:text-12',
          hasOrganization && '@max-table:text-end',
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
function Subject({ subject, subjectName, shown }: AuditEntry & { readonly shown: string }) {
  const isNamed = subjectName !== null && subjectName !== shown
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
function Actor({ actorId, actorName, outcome }: AuditEntry) {
  if (actorName === null && actorId === null)
    return <span className="text-secondary">{outcome === 'done' ? 'The portal' : 'A visitor'}</span>
  const look = actorName === null ? 'font-mono text-12 text-secondary' : 'text-left'
  return (
    <bdi className={classNames('block truncate', look)} title={actorId ?? undefined}>
      {actorName ?? actorId}
    </bdi>
  )
}

const looks = {
  done: { label: 'Done', tone: 'neutral', icon: <Check /> },
  denied: { label: 'Refused', tone: 'danger', icon: <Ban /> },
  read: { label: 'Read', tone: 'info', icon: <Eye /> },
} as const

/** The outcomes to choose from. */
export const outcomeOptions = Object.entries(looks).map(([value, { label }]) => ({ value, label }))
