import { z } from 'zod'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'
import { OrganizationId, wholeNumber } from './whole-number.ts'

/** Kinds of audit entries: an act, a refused attempt, an operator's read across organizations. */
export const AuditOutcome = z.enum(['done', 'denied', 'read'])
export type AuditOutcome = z.infer<typeof AuditOutcome>

/**
 * An entry of the audit trail. `sequence` has no gaps within its chain (an organization's, or the
 * platform's); `hash` covers the entry and the previous hash; `id` is the event's id and the cursor
 * across organizations. `actorId` is a pseudonym, `actorName` disappears when the person is erased.
 * `subjectName` is a document's title or a member's name, never a person's name in a refused
 * attempt or a read; a question that was sent, a verified answer and a golden question have the
 * titles of the documents that they are about.
 */
export const AuditEntry = z.object({
  id: z.uuid(),
  sequence: z.number().int(),
  organizationId: z.number().int().nullable(),
  at: z.iso.datetime(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subjectName: z.string().nullable(),
  outcome: AuditOutcome,
  service: z.string(),
  details: z.record(z.string(), z.unknown()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A moment of years that databases read. */
const moment = (label: string) =>
  z.iso.datetime().regex(/^(?:19|2\d)/, `${label} must be between the years 1900 and 2999.`)

const Filter = z.object({
  q: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  actorId: z.string().max(200).optional(),
  outcome: AuditOutcome.optional(),
  from: moment('Start of the period').optional(),
  to: moment('End of the period').optional(),
})

/**
 * Filters by text in action, subject or actor, by the action and the person who acted, by outcome
 * and by time. `cursor` is the sequence of the last entry seen, across organizations its id.
 */
export const AuditQuery = listQuery(wholeNumber(Number.MAX_SAFE_INTEGER)).extend(Filter.shape)

/**
 * What checking a whole chain has found: its entries, and the first sequence that is altered or
 * missing, with the fault in one sentence; null when the chain is intact.
 */
export const AuditVerdict = z.object({
  entries: z.number().int(),
  lastSequence: z.number().int(),
  firstBad: z.number().int().nullable(),
  finding: z.string().nullable(),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>

/** File format of the whole trail; CSV cells that a spreadsheet would execute are neutralised. */
export const AuditExportFormat = z.enum(['csv', 'jsonl'])
export type AuditExportFormat = z.infer<typeof AuditExportFormat>

/** A text is searched for in the whole trail; the rest of the filter is cheap. */
const searched = { limit: 'search', limitWith: 'q' } as const

const exportTypes = ['text/csv', 'application/x-ndjson']

const OfOrganization = z.object({ organizationId: OrganizationId.optional() })

/**
 * The public key of the audit trail's signatures (Ed25519, RFC 8037). `fingerprint` is its
 * thumbprint (SHA-256, RFC 7638) in hexadecimal, for people to compare.
 */
export const AuditKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  fingerprint: z.string(),
})
export type AuditKey = z.infer<typeof AuditKey>

/**
 * The first line of an extract; each further line is an entry. `statement` (what the extract
 * contains) and `head` (the chain's head, also stored outside the database) are compact JWS signed
 * with `key`. `people` maps the ids that occur to their names, where known.
 */
export const AuditExtractHead = z.object({
  statement: z.string(),
  head: z.string(),
  key: AuditKey,
  organizationName: z.string(),
  people: z.record(z.string(), z.string()),
})
export type AuditExtractHead = z.infer<typeof AuditExtractHead>

/**
 * Names the evidence pack that the extract is for, whose making is its last entry, and what it is
 * about. `packKey`, which the statement certifies, is the Ed25519 key that signs the pack's
 * manifest: 32 bytes in base64url.
 */
export const AuditExtractQuery = z.object({
  packId: z.uuid(),
  packKey: z.string().regex(/^[\w-]{43}$/, 'The key must be 32 bytes in base64url.'),
  documentId: z.uuid().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime(),
})
export type AuditExtractQuery = z.infer<typeof AuditExtractQuery>

/**
 * What the trail says about one answer: its entry with the hash before it, so that it can be
 * checked alone, and the signed head of the chain, which covers it. `people` are the names of the
 * ids that were asked for, where known.
 */
export const AnswerRecord = z.object({
  entry: AuditEntry.omit({ actorName: true, subjectName: true }).extend({ previous: z.string() }),
  head: z.object({ sequence: z.number().int(), hash: z.string(), signed: z.string() }),
  key: AuditKey,
  organizationName: z.string(),
  people: z.record(z.string(), z.string()),
})
export type AnswerRecord = z.infer<typeof AnswerRecord>

/** The most people of one record. */
export const recordPeopleMax = 100

/** Reading the audit trail: one's own organization's, and for operators everyone's. */
export const auditApi = {
  listAudit: route('GET', '/api/audit', {
    can: 'audit:read',
    summary: "The organization's audit trail, newest first",
    query: AuditQuery,
    returns: z.array(AuditEntry),
    ...searched,
  }),
  exportAudit: route('GET', '/api/audit/export', {
    can: 'audit:read',
    summary: "The organization's audit trail as a file, oldest first",
    query: Filter.extend({ format: AuditExportFormat }),
    streams: exportTypes,
    ...searched,
  }),
  verifyAudit: route('GET', '/api/audit/verification', {
    can: 'audit:read',
    summary: "Check every entry of the organization's audit trail, and its signed head, now",
    returns: AuditVerdict,
    limit: 'search',
    deadlineMs: 60_000,
  }),
  readAuditKey: route('GET', '/api/audit/key', {
    can: 'signed-in',
    summary: "The public key of the audit trail's signatures",
    returns: AuditKey,
  }),
  readAuditExtract: route('GET', '/audit/extract', {
    can: 'audit:read',
    summary: 'What the audit trail says about documents, with its signed head, for an evidence pack',
    query: AuditExtractQuery,
    streams: ['application/x-ndjson'],
    isPublicPath: false,
  }),
  readAnswerRecord: route('GET', '/audit/answers/{id}', {
    can: 'audit:read-own-answer',
    summary: "What the audit trail says about an answer to one's own question, with its signed head",
    params: z.object({ id: z.uuid() }),
    query: z.object({
      /** Ids of members to be named, with commas between. */
      people: z
        .string()
        .max(30_000)
        .transform((ids) => ids.split(',').filter((id) => id !== ''))
        .pipe(z.array(z.string().max(200)).max(recordPeopleMax))
        .optional(),
    }),
    returns: AnswerRecord,
    isPublicPath: false,
    // It waits until the trail has the answer, and its head is signed.
    deadlineMs: 30_000,
  }),
  listPlatformAudit: route('GET', '/api/master/audit', {
    can: 'operator',
    summary: 'Audit trails across organizations, or of one; reading them is itself recorded',
    query: AuditQuery.omit({ cursor: true })
      .extend(OfOrganization.shape)
      .extend({ cursor: z.uuid().optional() }),
    returns: z.array(AuditEntry),
    ...searched,
  }),
  exportPlatformAudit: route('GET', '/api/master/audit/export', {
    can: 'operator',
    summary: 'Audit trails across organizations, or of one, as a file',
    query: Filter.extend({ format: AuditExportFormat }).extend(OfOrganization.shape),
    streams: exportTypes,
    ...searched,
  }),
  verifyPlatformAudit: route('GET', '/api/master/audit/verification', {
    can: 'operator',
    summary: "Check every entry of an organization's audit trail, or of the platform's own",
    query: OfOrganization,
    returns: AuditVerdict,
    limit: 'search',
    deadlineMs: 60_000,
  }),
} as const
