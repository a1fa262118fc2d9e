import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { and, eq, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import { acknowledgements, campaigns, requests } from '../acknowledgements/acknowledgement-schema.ts'
import { comments } from '../comments/comments-schema.ts'
import { embeddings } from '../ingestion/embeddings-schema.ts'
import { reviewReminders } from '../lifecycle/reviews-schema.ts'
import type { DocumentsPorts } from '../ports.ts'
import { approvals, documents, passages, versions, versionTexts } from '../schema.ts'
import { keptMs } from './restore-document.ts'

const Due = z.object({ deletedBefore: z.iso.datetime() })
type Run = JobContext<DocumentsPorts, z.infer<typeof Due>>

/**
 * Removes documents deleted before a time with everything stored of them. Others learned of the
 * deletion when it happened. The rows go last, so that a killed run is repeated.
 */
export const purgeDeleted = job<typeof Due, DocumentsPorts>('purge-deleted', {
  payload: Due,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    const due = await ctx.tx((db) => db.select({ id: documents.id }).from(documents).where(isDue(ctx)))
    for (const { id } of due) {
      ctx.signal.throwIfAborted()
      const document = await claim(ctx, id)
      if (document) await purge(ctx, document)
    }
  },
})

function isDue(ctx: Run) {
  return own(documents, ctx, lt(documents.deletedAt, new Date(ctx.payload.deletedBefore)))
}

type Claimed = Pick<typeof documents.$inferSelect, 'id' | 'revision'>

/**
 * From then on nobody can restore it, whatever their clock says. Undefined if somebody already has.
 */
async function claim(ctx: Run, id: string): Promise<Claimed | undefined> {
  const [claimed] = await ctx.tx((db) =>
    db
      .update(documents)
      .set({ deletedAt: new Date(0) })
      .where(and(isDue(ctx), eq(documents.id, id)))
      .returning({ id: documents.id, revision: documents.revision }),
  )
  return claimed
}

async function purge(ctx: Run, document: Claimed): Promise<void> {
  const { organizationId, ports, tx } = ctx
  const { id, revision } = document
  const empty = { title: '', departments: [], passages: [] }
  await ports.index.replaceDocument({ organizationId, documentId: id, versionId: id, revision, ...empty })
  const ofDocument = own(versions, ctx, eq(versions.documentId, id))
  const files = await tx((db) => db.select({ key: versions.blobKey }).from(versions).where(ofDocument))
  for (const { key } of files) await ports.blobs.delete(key)
  await tx(async (db) => {
    const isThis = own(documents, ctx, eq(documents.id, id))
    await db.select({ id: documents.id }).from(documents).where(isThis).for('update')
    const ids = db.select({ id: versions.id }).from(versions).where(ofDocument)
    const gone = await db
      .delete(passages)
      .where(own(passages, ctx, inArray(passages.versionId, ids)))
      .returning({ contentHash: passages.contentHash })
    await db.delete(versionTexts).where(own(versionTexts, ctx, inArray(versionTexts.versionId, ids)))
    const asked = eq(campaigns.documentId, id)
    const ofThese = db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(own(campaigns, ctx, asked))
    await db
      .delete(acknowledgements)
      .where(own(acknowledgements, ctx, inArray(acknowledgements.campaignId, ofThese)))
    await db.delete(requests).where(own(requests, ctx, inArray(requests.campaignId, ofThese)))
    await db.delete(campaigns).where(own(campaigns, ctx, asked))
    await db.delete(comments).where(own(comments, ctx, inArray(comments.versionId, ids)))
    await db.delete(approvals).where(own(approvals, ctx, inArray(approvals.versionId, ids)))
    await db.delete(reviewReminders).where(own(reviewReminders, ctx, eq(reviewReminders.documentId, id)))
    await db.delete(versions).where(ofDocument)
    await db.delete(documents).where(isThis)
    const hashes = [...new Set(gone.map(({ contentHash }) => contentHash))]
    const elsewhere = own(passages, embeddings, eq(passages.contentHash, embeddings.contentHash))
    const isUnused = notExists(db.select({ one: sql`1` }).from(passages).where(elsewhere))
    if (hashes.length > 0)
      await db
        .delete(embeddings)
        .where(own(embeddings, ctx, inArray(embeddings.contentHash, hashes), isUnused))
  })
  ctx.log.info({ documentId: id, files: files.length }, 'a deleted document was removed')
}

/** Somebody may have begun to bring a document back in the last moment. */
const restoringMs = 60_000

/** Hourly: has the documents deleted 30 days ago removed. `now` in milliseconds since 1970. */
export async function sweepDeletedDocuments(
  { platformTx }: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>,
  now = Date.now(),
): Promise<void> {
  const deletedBefore = new Date(now - keptMs - restoringMs)
  const { organizationId, deletedAt } = documents
  const rows = await platformTx((db) =>
    db
      .selectDistinct({ organizationId })
      .from(documents)
      .where(and(isNotNull(deletedAt), lt(deletedAt, deletedBefore))),
  )
  const payload = { deletedBefore: deletedBefore.toISOString() }
  const due = rows.map((row) => ({ ...row, subject: 'documents', payload }))
  await enqueueInParts({ platformTx }, purgeDeleted, due)
}
