import { z } from 'zod'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** Progress of a document from upload to being searchable. */
export const IngestionState = z.enum(['queued', 'reading', 'indexing', 'ready', 'failed'])
export type IngestionState = z.infer<typeof IngestionState>

/**
 * `reason` is for people, present when failed or when pages are unread; `passages` is the number
 * indexed. `unreadPages` (from 1) show text that could not be read, or not all of it.
 */
export const Ingestion = z.object({
  state: IngestionState,
  reason: z.string().nullable(),
  passages: z.number().int().nullable(),
  unreadPages: z.array(z.number().int()).exactOptional(),
})
export type Ingestion = z.infer<typeof Ingestion>

/** A version whose file could not be read, or not as a whole. `parser` read it, if any did. */
export const IngestionProblem = z.object({
  documentId: z.uuid(),
  customId: z.string(),
  title: z.string(),
  versionId: z.uuid(),
  version: z.number().int(),
  fileName: z.string(),
  isCurrent: z.boolean(),
  ingestion: Ingestion,
  parser: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type IngestionProblem = z.infer<typeof IngestionProblem>

const versionCount = z.number().int()

/**
 * How many versions are at which state of being read. `partlyRead` are those that are ready with
 * unread pages; `parsers` have read the texts that exist, by name and version, of which those that
 * are earlier read less than today's would.
 */
export const IngestionHealth = z.object({
  queued: versionCount,
  reading: versionCount,
  indexing: versionCount,
  ready: versionCount,
  failed: versionCount,
  partlyRead: versionCount,
  parsers: z.array(z.object({ parser: z.string(), versions: versionCount, isEarlier: z.boolean() })),
})
export type IngestionHealth = z.infer<typeof IngestionHealth>

/** Versions of one request to read again. */
export const readAgainMax = 1_000

/** How ingestion fares, for stewards; served by documents. */
export const ingestionApi = {
  listIngestionProblems: route('GET', '/api/ingestion-problems', {
    can: 'version:read-problems',
    summary: 'Versions whose file could not be read, or not as a whole, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(IngestionProblem),
  }),
  readIngestionHealth: route('GET', '/api/ingestion-problems/health', {
    can: 'version:read-problems',
    summary: 'How many versions are waiting, being read, ready and failed, and which parsers read them',
    returns: IngestionHealth,
  }),
  readAgain: route('POST', '/api/ingestion-problems/read-again', {
    can: 'version:read-again',
    summary: 'Read files that failed once more: these versions, or up to 500 of all that failed',
    body: z.object({ versionIds: z.array(z.uuid()).min(1).max(readAgainMax).optional() }),
    returns: z.object({ versions: z.number().int() }),
  }),
} as const
