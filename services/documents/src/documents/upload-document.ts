import { hash, randomUUID } from 'node:crypto'
import { type Document, type documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { OrganizationDeleted } from '@portal/service-kit/database/organization-deleted'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { eq, gt, isNull, sql } from 'drizzle-orm'
import { knownDepartment } from '../departments/follow-departments.ts'
import { readVersion } from '../ingestion/read-version.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documentCounters, documents, versions } from '../schema.ts'
import { checkUploadedFile } from '../upload/file-gate.ts'
import { keptFileName } from '../upload/file-name.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { loadDocument } from './documents.ts'

/** Stores file and first version, approved at once without an approver rule (decision 21). */
export const uploadDocument: Verb<typeof documentsApi.uploadDocument> = async (ctx, { form, file }) => {
  const checked = checkUploadedFile({ name: file.name, content: file.content, purpose: 'document' })
  if (!checked.ok) throw new CodedError(checked.code, checked.message)
  if (form.departmentId !== undefined) await knownDepartment(ctx, form.departmentId)
  const sha256 = hash('sha256', file.content)
  const fileName = keptFileName(file.name)
  const { title = fileName } = form
  const blobKey = `org/${ctx.organizationId}/${randomUUID()}`
  const sizeBytes = file.content.byteLength
  const version = { title, fileName, fileType: checked.type, sizeBytes, sha256, blobKey }
  await ctx.ports.blobs.put(blobKey, file.content)
  const storing = ctx.tx(async (db, emit, enqueue) => {
    const earlier = await sameUpload(db, ctx, { sha256, title })
    if (earlier) return { document: earlier, isNew: false }
    await countUpload(db, ctx, sizeBytes)
    const ids = await insertDocument(db, ctx, { form, version })
    const { documentId: subject, versionId } = ids
    await emit(documentsEvents.documentUploaded, { subject, data: { ...ids, title } })
    await emit(documentsEvents.versionActivated, { subject, data: { ...ids, version: 1, replaced: null } })
    const weight = Math.ceil(sizeBytes / 1024)
    await enqueue(readVersion, { subject: versionId, payload: ids, weight })
    const document = await loadDocument(db, own(documents, ctx, eq(documents.id, subject)))
    return { document: ctx.respond(db, document), isNew: true }
  })
  const stored = await storing.catch(async (error: unknown) => {
    // Only these failures certainly stored nothing; any other leftover file is swept.
    if (error instanceof OrganizationDeleted || error instanceof CodedError)
      await ctx.ports.blobs.delete(blobKey)
    throw error
  })
  if (!stored.isNew) await ctx.ports.blobs.delete(blobKey)
  return stored.document
}

const repeatSeconds = 60

/** The same file and title from the same person within a minute is one upload. */
async function sameUpload(
  db: TransactionHandle,
  ctx: Context,
  upload: { sha256: string; title: string },
): Promise<Document | null> {
  const { organizationId, personId } = ctx
  const lock = JSON.stringify([organizationId, personId, upload.sha256, upload.title])
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [row] = await db
    .select({ documentId: documents.id })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .where(
      own(
        versions,
        { organizationId },
        eq(versions.createdBy, personId),
        eq(versions.sha256, upload.sha256),
        eq(versions.title, upload.title),
        gt(versions.createdAt, sql`now() - make_interval(secs => ${repeatSeconds})`),
        isNull(documents.deletedAt),
      ),
    )
  return row ? loadDocument(db, own(documents, ctx, eq(documents.id, row.documentId))) : null
}

interface NewDocument {
  readonly form: RouteInput<typeof documentsApi.uploadDocument>['form']
  readonly version: Pick<
    typeof versions.$inferInsert,
    'title' | 'fileName' | 'fileType' | 'sizeBytes' | 'sha256' | 'blobKey'
  >
}

async function insertDocument(db: TransactionHandle, ctx: Context, { form, version }: NewDocument) {
  const { organizationId, personId: createdBy } = ctx
  const documentId = uuidV7()
  const versionId = uuidV7()
  const customId = form.customId ?? `DOC-${await nextNumber(db, organizationId)}`
  const inserted = await db
    .insert(documents)
    .values({
      organizationId,
      id: documentId,
      customId,
      title: version.title,
      departmentNumber: form.departmentId ?? null,
      currentVersionId: versionId,
      createdBy,
    })
    .onConflictDoNothing()
    .returning({ id: documents.id })
  if (inserted.length === 0)
    throw new CodedError('conflict', `The ID ${customId} is already used by another document.`)
  await db.insert(versions).values({
    ...version,
    organizationId,
    id: versionId,
    documentId,
    number: 1,
    status: 'approved',
    approvedAt: sql`now()`,
    createdBy,
  })
  return { documentId, versionId }
}

async function nextNumber(db: TransactionHandle, organizationId: number): Promise<number> {
  const { last, organizationId: target } = documentCounters
  const [row] = await db
    .insert(documentCounters)
    .values({ organizationId, last: 1 })
    .onConflictDoUpdate({ target, set: { last: sql`${last} + 1` } })
    .returning({ last })
  return rowOrNotFound(row).last
}
