import type { AuditQuery } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, gte, inArray, isNotNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { auditEntries, auditPeople, auditSubjects } from './tables.ts'

/** The filter of a query, without its cursor. */
export type AuditFilter = Omit<z.output<typeof AuditQuery>, 'limit' | 'cursor'>

/** Default page size. */
export const pageSizeDefault = 100

/** Ids of people, or a query for them. */
type PersonIds = readonly string[] | SQLWrapper

/** The condition of a filter. `personIds`: people whose name matches the text. */
export function matching(filter: AuditFilter, personIds: PersonIds): SQL | undefined {
  const { q, outcome, from, to } = filter
  return and(
    q === undefined || q.trim() === '' ? undefined : containing(q.trim(), personIds),
    outcome && eq(auditEntries.outcome, outcome),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** Finds actions both as written and as spoken: `member.role-changed`, "role changed". */
function containing(q: string, personIds: PersonIds): SQL | undefined {
  const { organizationId, action, subject, actorId, outcome } = auditEntries
  const has = (text: SQLWrapper) => contains(text, q)
  const isNamed = (id: typeof actorId | typeof subject) =>
    inArray(id, 'getSQL' in personIds ? personIds : [...personIds])
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
  const wanted = own(auditEntries, { organizationId })
  const { actorId, subject, outcome } = auditEntries
  const peopleOf = union(
    db
      .select({ id: sql<string>`${actorId}`.as('id') })
      .from(auditEntries)
      .where(and(wanted, isNotNull(actorId))),
    db
      .select({ id: sql<string>`${subject}`.as('id') })
      .from(auditEntries)
      .where(and(wanted, eq(outcome, 'done'))),
  )
  const rows = await db
    .select({ personId: auditPeople.personId })
    .from(auditPeople)
    .where(and(contains(auditPeople.name, q.trim()), inArray(auditPeople.personId, peopleOf)))
  return rows.map(({ personId }) => personId)
}

function contains(text: SQLWrapper, q: string): SQL {
  return sql`position(lower(${q}) in lower(${text})) > 0`
}
