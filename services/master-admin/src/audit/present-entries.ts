import type { AuditEntry } from '@portal/contracts/audit'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { inArray } from 'drizzle-orm'
import { type AuditRow, auditPeople } from './tables.ts'

/** Who does transactions of the platform role. */
export interface NamesSource {
  platformTx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** Entries as they go out: with the names of those who acted, where the trail still knows them. */
export async function presentEntries(source: NamesSource, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const names = await source.platformTx((db) => namesOf(db, rows))
  return rows.map(({ eventId, at, actorId, ...row }) => ({
    ...row,
    id: eventId,
    at: at.toISOString(),
    actorId,
    actorName: actorId === null ? null : (names.get(actorId) ?? null),
  }))
}

async function namesOf(db: TransactionHandle, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])))
  if (ids.size === 0) return new Map()
  const people = await db
    .select()
    .from(auditPeople)
    .where(inArray(auditPeople.personId, [...ids]))
  return new Map(people.map(({ personId, name }) => [personId, name]))
}
