import type { AuditQuery } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Context } from '../ports.ts'
import { namedByDocuments } from './present-entries.ts'
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
    hasText(q) ? containing(q.trim(), personIds) : undefined,
    action === undefined ? undefined : eq(auditEntries.action, action),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    outcome && eq(auditEntries.outcome, outcome),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** Finds actions both as written and as spoken: `member.role-changed`, "role changed". */
function containing(q: string, personIds: PersonIds): SQL | undefined {
  const { organizationId, action, subject, actorId, outcome, details } = auditEntries
  const has = (text: SQLWrapper) => contains(text, q)
  const isNamed = (id: typeof actorId | typeof subject) => inArray(id, personIds)
  return or(
    has(action),
    has(sql`translate(${action}, '.-', '  ')`),
    has(subject),
    has(sql`coalesce(${actorId}, '')`),
    sql`${subject} in (select ${auditSubjects.subject} from ${auditSubjects}
      where ${auditSubjects.organizationId} = ${organizationId} and ${has(auditSubjects.name)})`,
    and(
      inArray(action, [...namedByDocuments]),
      sql`exists (select from ${auditSubjects}
        where ${auditSubjects.organizationId} = ${organizationId} and ${has(auditSubjects.name)}
          and (${auditSubjects.subject} = ${details}->>'documentId'
            or ${details}->'citedDocuments' @> to_jsonb(${auditSubjects.subject})))`,
    ),
    isNamed(actorId),
    // As displayed: refusals and reads name no person (present-entries.ts).
    and(eq(outcome, 'done'), isNamed(subject)),
  )
}

/** Query for people whose name contains the text. Platform role: names have no organization. */
export function peopleNamed(db: TransactionHandle, q: string | undefined): PersonIds {
  if (!hasText(q)) return []
  return db
    .select({ personId: auditPeople.personId })
    .from(auditPeople)
    .where(contains(auditPeople.name, q.trim()))
}

const entriesAtOnce = 10_000
const idsAtOnce = 2000

/**
 * Of these, the ones in the organization's trail, whose own transaction sees no names: a common
 * name has too many bearers elsewhere. The connections that see them record everybody's events, so
 * they only look up a few ids at a time.
 */
export async function peopleNamedIn(ctx: Context, q: string | undefined): Promise<string[]> {
  if (!hasText(q)) return []
  const { sequence } = auditEntries
  const [trail] = await ctx.tx((db) =>
    db
      .select({ last: max(sequence) })
      .from(auditEntries)
      .where(own(auditEntries, ctx)),
  )
  const named = new Set<string>()
  for (let after = 0; after < (trail?.last ?? 0); after += entriesAtOnce) {
    ctx.signal.throwIfAborted()
    const part = own(auditEntries, ctx, gt(sequence, after), lte(sequence, after + entriesAtOnce))
    const ids = await ctx.tx((db) => idsOfPeople(db, part))
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce)
      for (const id of await ctx.platformTx((db) => namedAmong(db, some, q.trim()))) named.add(id)
    }
  }
  return [...named]
}

/** Distinct ids that may be people's: most subjects are things. */
async function idsOfPeople(db: TransactionHandle, part: SQL): Promise<string[]> {
  const { actorId, subject, outcome } = auditEntries
  const ids = (column: typeof actorId | typeof subject, isWanted: SQL) =>
    db
      .select({ id: sql<string>`${column}`.as('id') })
      .from(auditEntries)
      .where(and(part, isWanted))
  const rows = await union(ids(actorId, isNotNull(actorId)), ids(subject, eq(outcome, 'done')))
  return rows.map(({ id }) => id)
}

async function namedAmong(db: TransactionHandle, ids: readonly string[], q: string): Promise<string[]> {
  const { personId, name } = auditPeople
  // One parameter for all of them.
  const isAmong = sql`${personId} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`
  const rows = await db
    .select({ personId })
    .from(auditPeople)
    .where(and(isAmong, contains(name, q)))
  return rows.map((row) => row.personId)
}

/** Whether there is a text to search for, which takes reading the whole trail. */
export function hasText(q: string | undefined): q is string {
  return q !== undefined && q.trim() !== ''
}

function contains(text: SQLWrapper, q: string): SQL {
  return sql`position(lower(${q}) in lower(${text})) > 0`
}
