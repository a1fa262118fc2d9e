import { createHash } from 'node:crypto'
import type { AuditRow } from './tables.ts'

/** Everything of an entry but the hash itself. */
export type HashedEntry = Omit<AuditRow, 'hash'>

/** The previous hash of a chain's first entry. */
export const genesisHash = '0'.repeat(64)

/** A chain's name: an organization's number, or `platform`. */
export function chainName(organizationId: number | null): string {
  return organizationId === null ? 'platform' : String(organizationId)
}

/**
 * An entry's hash, 64 hex digits: SHA-256 (FIPS 180-4) over the 32 bytes of the previous hash and
 * the entry in canonical JSON (RFC 8785, UTF-8). The entry includes organization and sequence, so
 * it fits nowhere else.
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

/**
 * Canonical JSON (RFC 8785): no spaces, members sorted by the UTF-16 units of their names, numbers
 * and strings as ECMAScript writes them. Throws for undefined, functions, non-finite numbers and
 * lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${canonicalText(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  throw new TypeError(`${typeof value} has no canonical JSON.`)
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('Text with a lone surrogate has no canonical JSON.')
  return JSON.stringify(text)
}
