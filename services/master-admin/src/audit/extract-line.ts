import type { AuditRow } from './tables.ts'

/** An entry as its hash covers it, with the hash before it, so that each can be checked alone. */
export function lineOf(entry: AuditRow, previous: string): string {
  return `${JSON.stringify({ ...entry, at: entry.at.toISOString(), previous })}\n`
}
