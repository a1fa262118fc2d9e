import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import { DocumentParseError } from '@portal/service-kit/ports/document-parser'
import { releaseBytes } from '@portal/service-kit/release-bytes'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { documentOfVersion } from '../joins.ts'
import type { ReadingPorts } from '../ports.ts'
import { documents, passages, versions, versionTexts } from '../schema.ts'
import { indexDocument, moveIngestion } from './index-document.ts'
import { insertPassages } from './insert-passages.ts'
import { unreadSentence } from './present-ingestion.ts'
import { loadSameText, type ReadText, textOf } from './read-text.ts'

const VersionRef = z.object({ documentId: z.uuid(), versionId: z.uuid() })
type Run = JobContext<ReadingPorts, z.infer<typeof VersionRef>>

/** Extracts an uploaded file's text and passages. An unreadable file ends as `failed`. */
export const readVersion = job<typeof VersionRef, ReadingPorts>('read-version', {
  payload: VersionRef,
  maxAttempts: 5,
  leaseMs: 60_000,
  // One is left for others while an organization's large files are read.
  concurrency: 3,
  perOrganization: 2,
  run: async (ctx) => {
    const version = await startReading(ctx)
    if (!version) return
    try {
      const sameContent = `read ${ctx.organizationId} ${version.fileType} ${version.sha256}`
      await oneAtATime(sameContent, ctx.signal, async () => {
        const known = await ctx.tx((db) => loadSameText(db, ctx, version))
        await storeText(ctx, known ?? (await readFile(ctx, version)))
      })
    } catch (error) {
      if (!(error instanceof DocumentParseError)) throw error
      await fail(ctx, error.message)
    }
  },
  failed: (ctx) => fail(ctx, 'The document could not be read after several tries. Please upload it again.'),
})

type Version = NonNullable<Awaited<ReturnType<typeof startReading>>>

async function startReading(ctx: Run) {
  const { organizationId, payload } = ctx
  const { id, blobKey, fileType, sha256 } = versions
  return ctx.tx(async (db, emit) => {
    const [version] = await db
      .select({ id, blobKey, fileType, sha256 })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(own(versions, { organizationId }, eq(versions.id, payload.versionId)))
    if (version) await moveIngestion(db, emit, { organizationId, ...payload, state: 'reading', reason: null })
    return version
  })
}

async function readFile(ctx: Run, version: Version): Promise<ReadText> {
  const content = await ctx.ports.blobs.get(version.blobKey)
  if (!content) throw new Error(`The file of version ${version.id} is missing from the blob store.`)
  const parsed = await ctx.ports.parser.parse({
    content,
    type: version.fileType,
    signal: ctx.signal,
    group: String(ctx.organizationId),
  })
  releaseBytes(content)
  return textOf(parsed)
}

async function storeText(ctx: Run, { passages: cut, unreadPages, ...text }: ReadText): Promise<void> {
  const { organizationId, payload } = ctx
  const { documentId, versionId } = payload
  await ctx.tx(async (db, emit, enqueue) => {
    // The document before its version, as in every transition: the reverse order would deadlock.
    await db
      .update(documents)
      .set({ revision: sql`${documents.revision} + 1` })
      .where(own(documents, { organizationId }, eq(documents.id, documentId)))
    await db.delete(passages).where(own(passages, { organizationId }, eq(passages.versionId, versionId)))
    await db
      .insert(versionTexts)
      .values({ organizationId, versionId, ...text })
      .onConflictDoNothing()
    await insertPassages(db, { organizationId, versionId }, cut)
    await db
      .update(versions)
      .set({ unreadPages: [...unreadPages] })
      .where(own(versions, { organizationId }, eq(versions.id, versionId)))
    const reason = unreadSentence(unreadPages)
    const passageCount = cut.length
    await moveIngestion(db, emit, {
      ...{ organizationId, ...payload, state: 'indexing' },
      ...{ reason, passageCount },
    })
    await enqueue(indexDocument, { subject: documentId, payload: { documentId }, weight: cut.length })
  })
}

function fail(ctx: Run, reason: string): Promise<void> {
  const { organizationId, payload } = ctx
  return ctx.tx((db, emit) =>
    moveIngestion(db, emit, { organizationId, ...payload, state: 'failed', reason }),
  )
}
