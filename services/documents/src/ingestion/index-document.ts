import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DocumentsPorts } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { embedPassages } from './embed-passages.ts'
import { moveIngestion } from './ingestion-state.ts'

const DocumentRef = z.object({ documentId: z.uuid() })
type Run = JobContext<DocumentsPorts, z.infer<typeof DocumentRef>>

/**
 * Brings the index to a document's present state: the passages of its current, approved version
 * while it is in force, nothing otherwise. The revision read here orders the write, so a late run
 * never wins. Enqueued in the transaction that changes that state.
 */
export const indexDocument = job<typeof DocumentRef, DocumentsPorts>('index-document', {
  payload: DocumentRef,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    const state = await loadState(ctx)
    if (!state) return
    const { document, version } = state
    const vectors = await embedPassages(ctx, state.passages)
    await ctx.ports.index.replaceDocument({
      organizationId: ctx.organizationId,
      documentId: document.id,
      versionId: version?.id ?? document.id,
      title: document.title,
      departments: document.visibleTo,
      revision: document.revision,
      passages: state.passages.flatMap(({ id, headingPath, text, contentHash }) => {
        const vector = vectors.get(contentHash)
        return vector ? [{ id, headingPath, text, vector }] : []
      }),
    })
    if (version?.ingestionState === 'indexing') await finish(ctx, version.id)
  },
  failed: async (ctx) => {
    const state = await loadState(ctx)
    if (state?.version?.ingestionState !== 'indexing') return
    const { organizationId, payload } = ctx
    const reason = 'The document could not be made searchable. Please upload it again.'
    const move = { organizationId, ...payload, versionId: state.version.id, state: 'failed' as const, reason }
    await ctx.tx((db, emit) => moveIngestion(db, emit, move))
  },
})

async function loadState(ctx: Run) {
  const { organizationId, payload } = ctx
  return ctx.tx(async (db) => {
    const [document] = await db
      .select()
      .from(documents)
      .where(own(documents, { organizationId }, eq(documents.id, payload.documentId)))
    if (!document) return null
    const isSearchable =
      document.isActive && document.deletedAt === null && document.currentVersionId !== null
    if (!isSearchable) return { document, version: null, passages: [] }
    const [version] = await db
      .select()
      .from(versions)
      .where(
        own(
          versions,
          { organizationId },
          eq(versions.id, document.currentVersionId ?? ''),
          eq(versions.status, 'approved'),
        ),
      )
    if (!version) return { document, version: null, passages: [] }
    const rows = await db
      .select()
      .from(passages)
      .where(own(passages, { organizationId }, eq(passages.versionId, version.id)))
      .orderBy(asc(passages.ordinal))
    return { document, version, passages: rows }
  })
}

function finish(ctx: Run, versionId: string): Promise<void> {
  const { organizationId, payload } = ctx
  return ctx.tx((db, emit) =>
    moveIngestion(db, emit, { organizationId, documentId: payload.documentId, versionId, state: 'ready' }),
  )
}
