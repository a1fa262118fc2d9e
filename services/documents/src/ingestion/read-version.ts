import { hash } from 'node:crypto'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { DocumentParseError, type ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { DocumentsPorts } from '../ports.ts'
import { documents, passages, versions, versionTexts } from '../schema.ts'
import { assembleText } from '../text/assemble-text.ts'
import { splitPassages } from '../text/passages.ts'
import { indexDocument, moveIngestion } from './index-document.ts'

const VersionRef = z.object({ documentId: z.uuid(), versionId: z.uuid() })
type Run = JobContext<DocumentsPorts, z.infer<typeof VersionRef>>
const rowsPerInsert = 500

/** Extracts an uploaded file's text and passages. An unreadable file ends as `failed`. */
export const readVersion = job<typeof VersionRef, DocumentsPorts>('read-version', {
  payload: VersionRef,
  maxAttempts: 5,
  leaseMs: 60_000,
  concurrency: 2,
  run: async (ctx) => {
    const version = await startReading(ctx)
    if (!version) return
    const known = await findEqual(ctx, version)
    if (known) return storePassages(ctx, known)
    const content = await ctx.ports.blobs.get(version.blobKey)
    if (!content) throw new Error(`The file of version ${version.id} is missing from the blob store.`)
    try {
      const parsed = await ctx.ports.parser.parse({
        content,
        type: version.fileType,
        signal: ctx.signal,
        group: String(ctx.organizationId),
      })
      await storeText(ctx, parsed)
    } catch (error) {
      if (!(error instanceof DocumentParseError)) throw error
      await fail(ctx, error.message)
    }
  },
  failed: (ctx) => fail(ctx, 'The document could not be read after several tries. Please upload it again.'),
})

async function startReading(ctx: Run) {
  const { organizationId, payload } = ctx
  const { id, blobKey, fileType, sha256 } = versions
  return ctx.tx(async (db, emit) => {
    const [version] = await db
      .select({ id, blobKey, fileType, sha256 })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(own(versions, { organizationId }, eq(versions.id, payload.versionId)))
    if (version) await moveIngestion(db, emit, { organizationId, ...payload, state: 'reading' })
    return version
  })
}

async function storeText(ctx: Run, parsed: ParsedDocument): Promise<void> {
  const assembled = assembleText(parsed.blocks)
  const cut = splitPassages(assembled)
  if (cut.length === 0)
    throw new DocumentParseError(
      'no_text',
      'No text was found in this file. If it is a scan, upload a version with a text layer.',
    )
  const { text, headings, pages } = assembled
  const { parser } = parsed
  const read = cut.map(({ start, end, headingPath, page = null }) => {
    const slice = text.slice(start, end)
    const contentHash = hash('sha256', slice)
    return { start, end, headingPath: [...headingPath], page, text: slice, contentHash }
  })
  await storePassages(ctx, {
    text: { text, sections: [...headings], pages: [...pages], parser },
    passages: read,
  })
}

interface ReadText {
  readonly text: Pick<typeof versionTexts.$inferInsert, 'text' | 'sections' | 'pages' | 'parser'>
  readonly passages: readonly Omit<
    typeof passages.$inferInsert,
    'organizationId' | 'id' | 'versionId' | 'ordinal'
  >[]
}

/** What was read of the same bytes before: they are not read again. */
async function findEqual(
  { organizationId, tx }: Run,
  { id, sha256, fileType }: Pick<typeof versions.$inferSelect, 'id' | 'sha256' | 'fileType'>,
): Promise<ReadText | null> {
  return tx(async (db) => {
    const same = and(eq(versions.sha256, sha256), eq(versions.fileType, fileType), ne(versions.id, id))
    const [equal] = await db
      .select({ text: versionTexts })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .where(own(versions, { organizationId }, same))
      .limit(1)
    if (!equal) return null
    const { versionId, text, sections, pages, parser } = equal.text
    const ofEqual = own(passages, { organizationId }, eq(passages.versionId, versionId))
    const rows = await db.select().from(passages).where(ofEqual).orderBy(asc(passages.ordinal))
    return { text: { text, sections, pages, parser }, passages: rows }
  })
}

async function storePassages(ctx: Run, { text, passages: read }: ReadText): Promise<void> {
  const { organizationId, payload } = ctx
  const { documentId, versionId } = payload
  const rows = read.map(({ start, end, headingPath, page, text, contentHash }, ordinal) => {
    const of = { organizationId, id: uuidV7(), versionId, ordinal }
    return { ...of, start, end, headingPath, page, text, contentHash }
  })
  await ctx.tx(async (db, emit, enqueue) => {
    await db.delete(passages).where(own(passages, { organizationId }, eq(passages.versionId, versionId)))
    await db
      .insert(versionTexts)
      .values({ ...text, organizationId, versionId })
      .onConflictDoNothing()
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await db.insert(passages).values(rows.slice(at, at + rowsPerInsert))
    await db
      .update(documents)
      .set({ revision: sql`${documents.revision} + 1` })
      .where(own(documents, { organizationId }, eq(documents.id, documentId)))
    await moveIngestion(db, emit, {
      organizationId,
      ...payload,
      state: 'indexing',
      passageCount: rows.length,
    })
    await enqueue(indexDocument, { subject: documentId, payload: { documentId }, weight: rows.length })
  })
}

function fail(ctx: Run, reason: string): Promise<void> {
  const { organizationId, payload } = ctx
  return ctx.tx((db, emit) =>
    moveIngestion(db, emit, { organizationId, ...payload, state: 'failed', reason }),
  )
}
