import { createHash } from 'node:crypto'
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

/**
 * A JSON value in its one canonical form (RFC 8785, JSON Canonicalization Scheme): no spaces, members sorted by the UTF-16 units of their
 * names, numbers and strings as ECMAScript writes them. Throws for what has no such form: undefined, functions, numbers that are not
 * finite, lone surrogates.
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
