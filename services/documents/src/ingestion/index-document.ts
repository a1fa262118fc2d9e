import { documentsEvents } from '@portal/contracts/documents'
import type { IngestionState } from '@portal/contracts/ingestion'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import type { Emit } from '@portal/service-kit/outbox/emit'
import type { IndexedPassage } from '@portal/service-kit/ports/search-index'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { IndexingPorts } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { embedSome, fromBytes } from './embed-passages.ts'
import { storedOfPassage } from './missing-passages.ts'

const DocumentRef = z.object({ documentId: z.uuid() })
type Run = JobContext<IndexingPorts, z.infer<typeof DocumentRef>>

/**
 * Brings the index to a document's present state: the passages of its current, approved version
 * while it is in force, nothing otherwise. The revision read here orders the write, so a late run
 * never wins. Enqueued in the transaction that changes that state; takes turns with others while it
 * encodes. Versions that are not current are encoded too, so that activating one is quick.
 */
export const indexDocument = job<typeof DocumentRef, IndexingPorts>('index-document', {
  payload: DocumentRef,
  maxAttempts: 20,
  leaseMs: 60_000,
  // One is encoded while another is written to the index and a third one loaded or stored.
  concurrency: 3,
  run: async (ctx) => {
    const state = await loadState(ctx)
    if (!state) return
    const { document, version, waiting } = state
    if (version && !(await embedSome(ctx, version.id))) return ctx.continueLater()
    await oneAtATime('write the index', ctx.signal, async () =>
      ctx.ports.index.replaceDocument({
        organizationId: ctx.organizationId,
        documentId: document.id,
        versionId: version?.id ?? document.id,
        title: document.title,
        departments: document.visibleTo,
        revision: document.revision,
        passages: version ? await allPassages(ctx, version.id) : [],
      }),
    )
    if (version) await announce(ctx, version)
    const [next] = waiting
    if (!next) return
    if (await embedSome(ctx, next)) await move(ctx, next, { state: 'ready' })
    ctx.continueLater()
  },
  failed: async (ctx) => {
    const state = await loadState(ctx)
    if (!state) return
    const reason = 'The document could not be made searchable. Please upload it again.'
    const current = state.version?.ingestionState === 'indexing' ? [state.version.id] : []
    for (const id of [...current, ...state.waiting]) await move(ctx, id, { state: 'failed', reason })
  },
})

/** The version is ready; for services that keep answers: what is found is of this version now. */
function announce(ctx: Run, { id: versionId, ingestionState }: typeof versions.$inferSelect): Promise<void> {
  const { organizationId, payload } = ctx
  const { documentId } = payload
  return ctx.tx(async (db, emit) => {
    // Locked, before its version as in every transition: nothing is found of what is deleted first.
    const isLeft = own(documents, ctx, eq(documents.id, documentId), isNull(documents.deletedAt))
    const left = await db.select({ id: documents.id }).from(documents).where(isLeft).for('share')
    if (left.length > 0)
      await emit(documentsEvents.documentIndexed, { subject: documentId, data: { documentId, versionId } })
    if (ingestionState === 'indexing')
      await moveIngestion(db, emit, { organizationId, documentId, versionId, state: 'ready' })
  })
}

function move(ctx: Run, versionId: string, to: Pick<IngestionMove, 'state' | 'reason'>): Promise<void> {
  const { organizationId, payload } = ctx
  return ctx.tx((db, emit) => moveIngestion(db, emit, { organizationId, ...payload, versionId, ...to }))
}

/** The document with its searchable version, if any, and the other ones that wait to be encoded. */
function loadState({ organizationId, payload, tx }: Run) {
  const isSearchable = and(
    own(versions, documents, eq(versions.id, documents.currentVersionId)),
    eq(versions.status, 'approved'),
    eq(documents.isActive, true),
    isNull(documents.deletedAt),
  )
  return tx(async (db) => {
    const [state] = await db
      .select({ document: documents, version: versions })
      .from(documents)
      .leftJoin(versions, isSearchable)
      .where(own(documents, { organizationId }, eq(documents.id, payload.documentId)))
    if (!state) return null
    const isWaiting = and(
      eq(versions.documentId, payload.documentId),
      eq(versions.ingestionState, 'indexing'),
    )
    const others = state.document.deletedAt
      ? []
      : await db
          .select({ id: versions.id })
          .from(versions)
          .where(own(versions, { organizationId }, isWaiting))
          .orderBy(asc(versions.number))
    const waiting = others.map(({ id }) => id).filter((id) => id !== state.version?.id)
    return { ...state, waiting }
  })
}

/** Reads about a megabyte at a time, since all of a large text would hold up requests. */
const rowsAtATime = 500

interface Reader extends Pick<Run, 'organizationId'> {
  readonly ports: Pick<IndexingPorts, 'embedder'>
  tx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** A version's passages with their vectors, as the index has them, in parts. */
export async function* indexedPassages(ctx: Reader, versionId: string): AsyncGenerator<IndexedPassage[]> {
  const { organizationId, ports } = ctx
  const { id, headingPath, text, ordinal } = passages
  for (let last = -1; ; ) {
    const rows = await ctx.tx((db) => {
      const stored = storedOfPassage(db, ports.embedder.model)
      return db
        .select({ id, headingPath, text, ordinal, vector: stored.vector })
        .from(passages)
        .innerJoinLateral(stored, sql`true`)
        .where(own(passages, { organizationId }, eq(passages.versionId, versionId), gt(ordinal, last)))
        .orderBy(asc(ordinal))
        .limit(rowsAtATime)
    })
    yield rows.map(({ ordinal: _, vector, ...passage }) => ({ ...passage, vector: fromBytes(vector) }))
    if (rows.length < rowsAtATime) return
    last = rows.at(-1)?.ordinal ?? last
  }
}

async function allPassages(ctx: Reader, versionId: string): Promise<IndexedPassage[]> {
  const loaded: IndexedPassage[] = []
  for await (const part of indexedPassages(ctx, versionId)) loaded.push(...part)
  return loaded
}

/** `reason` is one sentence for users; without one, the version keeps what it has. */
export interface IngestionMove {
  readonly organizationId: number
  readonly documentId: string
  readonly versionId: string
  readonly state: IngestionState
  readonly reason?: string | null
  readonly passageCount?: number
}

/** Moves a version to its next ingestion state. */
export async function moveIngestion(db: TransactionHandle, emit: Emit, move: IngestionMove): Promise<void> {
  const { organizationId, documentId, versionId, state, reason, passageCount } = move
  const [moved] = await db
    .update(versions)
    .set({ ingestionState: state, ingestionReason: reason, passageCount })
    .where(own(versions, { organizationId }, eq(versions.id, versionId)))
    .returning({ authorId: versions.createdBy })
  const data = { documentId, state, versionId, authorId: moved?.authorId }
  await emit(documentsEvents.ingestionChanged, { subject: documentId, data })
}
