import type { AuditEntry } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, inArray } from 'drizzle-orm'
import { type AuditRow, auditPeople, auditSubjects } from './tables.ts'

/** Who does transactions of the platform role. */
export interface NamesSource {
  platformTx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** Entries as they go out: with the names of those who acted and of what they acted on, where the trail still knows them. */
export async function presentEntries(source: NamesSource, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const [people, things] = await source.platformTx(async (db) => [
    await namesOfPeople(db, rows),
    await namesOfThings(db, rows),
  ])
  return rows.map(({ eventId, at, ...row }) => {
    const person = isSubjectOurs(row) ? people.get(row.subject) : undefined
    return {
      ...row,
      id: eventId,
      at: at.toISOString(),
      actorName: row.actorId === null ? null : (people.get(row.actorId) ?? null),
      subjectName: person ?? things.get(keyOf(row)) ?? null,
    }
  })
}

/** The subject of what was refused or read is what somebody asked for: any id, also of a person of another organization. It is given no person's name. */
function isSubjectOurs({ outcome }: Pick<AuditRow, 'outcome'>): boolean {
  return outcome === 'done'
}

async function namesOfPeople(db: TransactionHandle, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const ids = new Set(
    rows.flatMap((row) => [row.actorId, isSubjectOurs(row) ? row.subject : null]).filter((id) => id !== null),
  )
  if (ids.size === 0) return new Map()
  const people = await db
    .select()
    .from(auditPeople)
    .where(inArray(auditPeople.personId, [...ids]))
  return new Map(people.map(({ personId, name }) => [personId, name]))
}

async function namesOfThings(db: TransactionHandle, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const organizations = new Set(rows.map((row) => row.organizationId).filter((id) => id !== null))
  const subjects = new Set(rows.map(({ subject }) => subject))
  if (organizations.size === 0) return new Map()
  const things = await db
    .select()
    .from(auditSubjects)
    .where(
      and(
        inArray(auditSubjects.organizationId, [...organizations]),
        inArray(auditSubjects.subject, [...subjects]),
      ),
    )
  return new Map(things.map((thing) => [keyOf(thing), thing.name]))
}

/** The same text may be the id of two organizations' things. */
function keyOf({ organizationId, subject }: Pick<AuditRow, 'organizationId' | 'subject'>): string {
  return `${organizationId} ${subject}`
}
