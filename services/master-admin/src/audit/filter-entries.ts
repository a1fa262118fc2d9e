import type { AuditQuery } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, eq, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { auditEntries, auditPeople, auditSubjects } from './tables.ts'

/** What of the trail is asked for; the cursor is the list's own. */
export type AuditFilter = Omit<z.output<typeof AuditQuery>, 'limit' | 'cursor'>

/** How many entries a page has unless told. */
export const pageSizeDefault = 100
const namesMax = 200

/** The condition of a filter. `personIds`: who bears the name that is looked for ({@link peopleNamed}). */
export function matching(filter: AuditFilter, personIds: readonly string[]): SQL | undefined {
  const { q, outcome, from, to } = filter
  return and(
    q === undefined || q.trim() === '' ? undefined : containing(q.trim(), personIds),
    outcome && eq(auditEntries.outcome, outcome),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** Actions are found as they are written and as they are spoken: `member.role-changed`, "role changed". */
function containing(q: string, personIds: readonly string[]): SQL | undefined {
  const { organizationId, action, subject, actorId, outcome } = auditEntries
  const has = (text: SQLWrapper) => sql`position(lower(${q}) in lower(${text})) > 0`
  return or(
    has(action),
    has(sql`translate(${action}, '.-', '  ')`),
    has(subject),
    has(sql`coalesce(${actorId}, '')`),
    sql`${subject} in (select ${auditSubjects.subject} from ${auditSubjects}
      where ${auditSubjects.organizationId} = ${organizationId} and ${has(auditSubjects.name)})`,
    personIds.length === 0
      ? undefined
      : or(
          inArray(actorId, [...personIds]),
          // As they are shown: what was refused or read names no person (present-entries.ts).
          and(eq(outcome, 'done'), inArray(subject, [...personIds])),
        ),
  )
}

/** The ids of people whose name contains the text. Runs as the platform role: names belong to no organization. */
export async function peopleNamed(db: TransactionHandle, q: string | undefined): Promise<string[]> {
  if (q === undefined || q.trim() === '') return []
  const rows = await db
    .select({ personId: auditPeople.personId })
    .from(auditPeople)
    .where(sql`position(lower(${q.trim()}) in lower(${auditPeople.name})) > 0`)
    .limit(namesMax)
  return rows.map(({ personId }) => personId)
}
