import type { AuditEntry } from '@portal/contracts/audit'
import { chatEvents } from '@portal/contracts/chat'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { type AuditRow, auditPeople, auditSubjects } from './tables.ts'

/**
 * Acts on what has no name of its own, which the documents that it is about name. None on gaps: the
 * actor may be the one who asked, and what they asked about is theirs (decision 73).
 */
export const namedByDocuments: readonly string[] = [
  chatEvents.questionSent.type,
  chatEvents.answerVerified.type,
  chatEvents.verifiedAnswerExpired.type,
  chatEvents.verifiedAnswerWithdrawn.type,
  chatEvents.goldenQuestionAdded.type,
  chatEvents.goldenQuestionRemoved.type,
]

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
      subjectName: person ?? nameOfThing(row, things),
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
  const subjects = new Set(rows.flatMap((row) => [row.subject, ...documentsNaming(row)]))
  const wanted = and(
    inArray(auditSubjects.organizationId, [...organizations]),
    inArray(auditSubjects.subject, [...subjects]),
  )
  const things = await db.select().from(auditSubjects).where(wanted)
  return new Map(things.map((thing) => [keyOf(thing), thing.name]))
}

function nameOfThing(row: Thing, names: ReadonlyMap<string, string>): string | null {
  const nameOf = (subject: string) => names.get(keyOf({ ...row, subject }))
  const titles = documentsNaming(row).flatMap((id) => nameOf(id) ?? [])
  return nameOf(row.subject) ?? (titles.length > 0 ? titles.join(', ') : null)
}

type Thing = Pick<AuditRow, 'organizationId' | 'action' | 'subject' | 'details'>

/** Ids of the documents that an entry is about, if these name it. */
function documentsNaming({ action, details }: Pick<Thing, 'action' | 'details'>): string[] {
  if (!namedByDocuments.includes(action)) return []
  return [details['documentId'], details['citedDocuments']].flat().filter((id) => typeof id === 'string')
}

/** Two organizations may use the same id. */
function keyOf({ organizationId, subject }: Pick<AuditRow, 'organizationId' | 'subject'>): string {
  return `${organizationId} ${subject}`
}
