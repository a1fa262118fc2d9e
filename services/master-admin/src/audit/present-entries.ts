import type { AuditEntry } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { type AuditRow, auditPeople, auditSubjects } from './tables.ts'

/** Entries as sent to clients, with the names of actors and subjects that the trail still knows. */
export async function presentEntries(ctx: Context, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  if (rows.length === 0) return []
  const [people, things] = await ctx.platformTx(async (db) => [
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

/**
 * A refused or read subject is whatever id was requested, perhaps a person's of another
 * organization, so it gets no person's name.
 */
function isSubjectOurs({ outcome }: Pick<AuditRow, 'outcome'>): boolean {
  return outcome === 'done'
}

async function namesOfPeople(db: TransactionHandle, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const ids = new Set(
    rows.flatMap((row) => [row.actorId, isSubjectOurs(row) ? row.subject : null]).filter((id) => id !== null),
  )
  const wanted = inArray(auditPeople.personId, [...ids])
  const people = await db.select().from(auditPeople).where(wanted)
  return new Map(people.map(({ personId, name }) => [personId, name]))
}

async function namesOfThings(db: TransactionHandle, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const organizations = new Set(rows.map((row) => row.organizationId).filter((id) => id !== null))
  const subjects = new Set(rows.map(({ subject }) => subject))
  const wanted = and(
    inArray(auditSubjects.organizationId, [...organizations]),
    inArray(auditSubjects.subject, [...subjects]),
  )
  const things = await db.select().from(auditSubjects).where(wanted)
  return new Map(things.map((thing) => [keyOf(thing), thing.name]))
}

/** Two organizations may use the same id. */
function keyOf({ organizationId, subject }: Pick<AuditRow, 'organizationId' | 'subject'>): string {
  return `${organizationId} ${subject}`
}
