import { deleteInBatches } from '@portal/service-kit/database/delete-in-batches'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
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
 * deletion when it happened. Its own rows go last, so that a killed run is repeated; one that
 * cannot be removed keeps no other.
 */
export const purgeDeleted = job<typeof Due, DocumentsPorts>('purge-deleted', {
  payload: Due,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    const due = await ctx.tx((db) => db.select({ id: documents.id }).from(documents).where(isDue(ctx)))
    await forEveryOne(due, async ({ id }) => {
      ctx.signal.throwIfAborted()
      const document = await claim(ctx, id)
      if (document) await purge(ctx, document)
    })
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

/** In transactions that each end well within their time limit, however much there is. */
async function purge(ctx: Run, document: Claimed): Promise<void> {
  const { organizationId, ports, tx } = ctx
  const { id, revision } = document
  const empty = { title: '', departments: [], passages: [] }
  await ports.index.replaceDocument({ organizationId, documentId: id, versionId: id, revision, ...empty })
  const ofDocument = own(versions, ctx, eq(versions.documentId, id))
  const stored = await tx((db) =>
    db.select({ versionId: versions.id, key: versions.blobKey }).from(versions).where(ofDocument),
  )
  for (const { versionId, key } of stored) {
    ctx.signal.throwIfAborted()
    await ports.blobs.delete(key)
    while ((await purgePassages(ctx, versionId)) === passagesMax) ctx.signal.throwIfAborted()
    const ofVersion = own(versionTexts, ctx, eq(versionTexts.versionId, versionId))
    await tx((db) => db.delete(versionTexts).where(ofVersion))
  }
  await purgeWhatPeopleSaid(ctx, id)
  await tx(async (db) => {
    const isThis = own(documents, ctx, eq(documents.id, id))
    await db.select({ id: documents.id }).from(documents).where(isThis).for('update')
    await db.delete(campaigns).where(own(campaigns, ctx, eq(campaigns.documentId, id)))
    const ids = db.select({ id: versions.id }).from(versions).where(ofDocument)
    await db.delete(approvals).where(own(approvals, ctx, inArray(approvals.versionId, ids)))
    await db.delete(reviewReminders).where(own(reviewReminders, ctx, eq(reviewReminders.documentId, id)))
    await db.delete(versions).where(ofDocument)
    await db.delete(documents).where(isThis)
  })
  ctx.log.info({ documentId: id, files: stored.length }, 'a deleted document was removed')
}

/** Deleted at a time: vectors and states of tokens of one passage may take 200 KB. */
const passagesMax = 500

/** Deletes some passages of a version, with vectors that no other passage has; returns how many. */
async function purgePassages(ctx: Run, versionId: string): Promise<number> {
  const ofVersion = own(passages, ctx, eq(passages.versionId, versionId))
  return ctx.tx(async (db) => {
    const some = db.select({ id: passages.id }).from(passages).where(ofVersion).limit(passagesMax)
    const gone = await db
      .delete(passages)
      .where(own(passages, ctx, inArray(passages.id, some)))
      .returning({ contentHash: passages.contentHash })
    const hashes = [...new Set(gone.map(({ contentHash }) => contentHash))]
    const elsewhere = own(passages, embeddings, eq(passages.contentHash, embeddings.contentHash))
    const isUnused = notExists(db.select({ one: sql`1` }).from(passages).where(elsewhere))
    if (hashes.length > 0)
      await db
        .delete(embeddings)
        .where(own(embeddings, ctx, inArray(embeddings.contentHash, hashes), isUnused))
    return gone.length
  })
}

/** Comments, and who was asked and has acknowledged. */
async function purgeWhatPeopleSaid(ctx: Run, documentId: string): Promise<void> {
  const ofDocument = own(campaigns, ctx, eq(campaigns.documentId, documentId))
  const asked = sql`(select ${campaigns.id} from ${campaigns} where ${ofDocument})`
  const ofVersions = own(versions, ctx, eq(versions.documentId, documentId))
  const written = sql`(select ${versions.id} from ${versions} where ${ofVersions})`
  const all = [
    {
      from: acknowledgements,
      where: own(acknowledgements, ctx, inArray(acknowledgements.campaignId, asked)),
    },
    { from: requests, where: own(requests, ctx, inArray(requests.campaignId, asked)) },
    { from: comments, where: own(comments, ctx, inArray(comments.versionId, written)) },
  ]
  for (const rows of all) await deleteInBatches((work) => ctx.tx((db) => work(db)), rows)
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
