import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { AuditRow } from './tables.ts'

/** What an entry's hash covers: everything of it but the hash. */
export type HashedEntry = Omit<AuditRow, 'hash'>

/** The hash before the first entry of a chain. */
export const genesisHash = '0'.repeat(64)

/** The name of a chain: an organization's number, or `platform`. */
export function chainName(organizationId: number | null): string {
  return organizationId === null ? 'platform' : String(organizationId)
}

/**
 * The hash of an entry, 64 hex digits: SHA-256 (FIPS 180-4) over the 32 bytes of the hash before it and the entry in canonical JSON
 * (RFC 8785), in UTF-8. The entry names its organization and sequence, so that it fits nowhere else.
 */
export function chainHash(previous: string, entry: HashedEntry): string {
  const { organizationId, sequence, eventId, at, actorId, action, subject, outcome, service, details } = entry
  const covered = {
    organizationId,
    sequence,
    eventId,
    at: at.toISOString(),
    actorId,
    action,
    subject,
    outcome,
    service,
    details,
  }
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(canonicalJson(covered), 'utf8')
    .digest('hex')
}
