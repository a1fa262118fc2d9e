import type { AuditQuery } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type AuditRow, auditEntries, auditPeople, auditSubjects } from './tables.ts'

export type AuditFilter = Omit<z.output<typeof AuditQuery>, 'limit' | 'cursor'>

/** Ids of people, or a query for them. */
type PersonIds = readonly string[] | SQLWrapper

export function entriesWhere(db: TransactionHandle, where: SQL | undefined) {
  return db.select().from(auditEntries).where(where)
}

/** The entries of one organization; of all without one. */
export function ofOrganization(organizationId: number | undefined): SQL | undefined {
  return organizationId === undefined ? undefined : own(auditEntries, { organizationId })
}

/** A chain's entries. */
export function ofChain(chain: string): SQL {
  return chain === 'platform'
    ? isNull(auditEntries.organizationId)
    : own(auditEntries, { organizationId: Number(chain) })
}

/** Pages of entries, oldest first; `read` gets the last entry of the page before. */
export async function* entryPages(
  pageSize: number,
  read: (last: AuditRow | undefined, limit: number) => Promise<AuditRow[]>,
): AsyncGenerator<AuditRow[]> {
  for (let last: AuditRow | undefined; ; ) {
    const rows = await read(last, pageSize)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

/** The condition of a filter. `personIds`: people whose name matches the text. */
export function matching(filter: AuditFilter, personIds: PersonIds): SQL | undefined {
  const { q, action, actorId, outcome, from, to } = filter
  return and(
    q === undefined || q.trim() === '' ? undefined : containing(q.trim(), personIds),
    action === undefined ? undefined : eq(auditEntries.action, action),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    outcome && eq(auditEntries.outcome, outcome),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** Finds actions both as written and as spoken: `member.role-changed`, "role changed". */
function containing(q: string, personIds: PersonIds): SQL | undefined {
  const { organizationId, action, subject, actorId, outcome } = auditEntries
  const has = (text: SQLWrapper) => contains(text, q)
  const isNamed = (id: typeof actorId | typeof subject) => inArray(id, personIds)
  return or(
    has(action),
    has(sql`translate(${action}, '.-', '  ')`),
    has(subject),
    has(sql`coalesce(${actorId}, '')`),
    sql`${subject} in (select ${auditSubjects.subject} from ${auditSubjects}
      where ${auditSubjects.organizationId} = ${organizationId} and ${has(auditSubjects.name)})`,
    isNamed(actorId),
    // As displayed: refusals and reads name no person (present-entries.ts).
    and(eq(outcome, 'done'), isNamed(subject)),
  )
}

/** Query for people whose name contains the text. Platform role: names have no organization. */
export function peopleNamed(db: TransactionHandle, q: string | undefined): PersonIds {
  if (q === undefined || q.trim() === '') return []
  return db
    .select({ personId: auditPeople.personId })
    .from(auditPeople)
    .where(contains(auditPeople.name, q.trim()))
}

/**
 * Of these, the ones in the organization's trail, whose own transaction sees no names. Narrowed
 * here, because a common name has too many bearers elsewhere.
 */
export async function peopleNamedIn(
  db: TransactionHandle,
  organizationId: number,
  q: string | undefined,
): Promise<string[]> {
  if (q === undefined || q.trim() === '') return []
  const { actorId, subject, outcome } = auditEntries
  const ids = (column: typeof actorId | typeof subject, isWanted: SQL) =>
    db
      .select({ id: sql<string>`${column}`.as('id') })
      .from(auditEntries)
      .where(own(auditEntries, { organizationId }, isWanted))
  const peopleOf = union(ids(actorId, isNotNull(actorId)), ids(subject, eq(outcome, 'done')))
  const rows = await db
    .select({ personId: auditPeople.personId })
    .from(auditPeople)
    .where(and(contains(auditPeople.name, q.trim()), inArray(auditPeople.personId, peopleOf)))
  return rows.map(({ personId }) => personId)
}

function contains(text: SQLWrapper, q: string): SQL {
  return sql`position(lower(${q}) in lower(${text})) > 0`
}
