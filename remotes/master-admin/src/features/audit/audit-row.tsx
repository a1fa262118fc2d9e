import type { AuditEntry } from '@portal/contracts/audit'
import { Badge } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { TableCell, TableRow } from '@portal/ui/table'
import { Ban, Check, Eye } from 'lucide-react'
import { actionDetail, isForActor, predicateOf } from './describe-action.ts'

interface AuditRowProps {
  readonly entry: AuditEntry
  /** The organization's name, where entries of several are listed. */
  readonly organization?: string
  /** Shows what this person did alone. */
  readonly onPerson: (personId: string) => void
}

/** One entry as a sentence: who did what to which thing, how it ended, and when. */
export function AuditRow({ entry, organization, onPerson }: AuditRowProps) {
  const { outcome, at, sequence } = entry
  const hasOrganization = organization !== undefined
  const look = looks[outcome]
  return (
    <TableRow>
      <TableCell isWide>
        <Sentence entry={entry} onPerson={onPerson} />
      </TableCell>
      {hasOrganization && (
        <TableCell className="@max-table:order-2">
          <bdi className="block truncate text-left" title={organization}>
            {organization}
          </bdi>
        </TableCell>
      )}
      <TableCell className="@max-table:order-1">
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </TableCell>
      <TableCell
        className={classNames(
          'text-secondary @max-table:order-3 @max-table:text-12',
          hasOrganization && '@max-table:col-span-2',
        )}
      >
        <time dateTime={at} title={inFull.format(Date.parse(at))} className="whitespace-nowrap tabular-nums">
          {inShort.format(Date.parse(at))}
        </time>
        <span className="ml-2 text-12 text-tertiary tabular-nums" title={`Entry ${sequence} of its trail`}>
          #{sequence}
        </span>
      </TableCell>
    </TableRow>
  )
}

const inShort = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const inFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

const thePortal = <span className="font-medium">The portal</span>

function Sentence({ entry, onPerson }: Pick<AuditRowProps, 'entry' | 'onPerson'>) {
  const [before, after] = predicateOf(entry)
  // The sentence of a gap says its state.
  const detail = entry.action === 'gap.changed' ? '' : actionDetail(entry.details)
  const actor = <Actor entry={entry} onPerson={onPerson} />
  const isFor = isForActor(entry)
  return (
    <p className="wrap-anywhere">
      {isFor ? thePortal : actor} {before}
      {after !== null && <Subject {...entry} />}
      {after}
      {isFor && <> for {actor}</>}
      {detail !== '' && (
        <span className="text-secondary"> {isAddition(detail) ? detail : `(${detail})`}</span>
      )}
    </p>
  )
}

/** Details that go on with the sentence. */
const isAddition = (detail: string) => /^(from|as|and) /.test(detail)

/** By name if the trail has one, otherwise by id. */
function Subject({ subject, subjectName }: AuditEntry) {
  return subjectName === null ? (
    <bdi className="font-mono text-12 text-secondary">{subject}</bdi>
  ) : (
    <bdi className="font-medium" title={subject}>
      {subjectName}
    </bdi>
  )
}

/** Names first; erased people appear by id only, and acts without actor are the portal's. */
function Actor({ entry, onPerson }: Pick<AuditRowProps, 'entry' | 'onPerson'>) {
  const { actorId, actorName, outcome } = entry
  if (actorId === null) return outcome === 'done' ? thePortal : <span className="font-medium">A visitor</span>
  return (
    <button
      type="button"
      title={`Show what ${actorName ?? actorId} did`}
      className={classNames(
        'rounded-control text-start hover:underline',
        actorName === null ? 'font-mono text-12 text-secondary' : 'font-medium',
      )}
      onClick={() => onPerson(actorId)}
    >
      <bdi>{actorName ?? actorId}</bdi>
    </button>
  )
}

const looks = {
  done: { label: 'Done', tone: 'neutral', icon: <Check /> },
  denied: { label: 'Refused', tone: 'danger', icon: <Ban /> },
  read: { label: 'Read', tone: 'info', icon: <Eye /> },
} as const

/** The outcomes to choose from. */
export const outcomeOptions = Object.entries(looks).map(([value, { label }]) => ({ value, label }))
