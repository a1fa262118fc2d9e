import type { Document, documentsApi } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, gt, isNull, sql } from 'drizzle-orm'
import { knownDepartment } from '../departments/follow-departments.ts'
import { documentOfVersion } from '../joins.ts'
import { knownMembers, lockOwner } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { acceptedType, lockUpload, repeatSeconds, storeUpload } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { addDocument } from './add-document.ts'
import { loadDocument } from './documents.ts'

/** Stores file and first version, which is submitted like any other (decision 21). */
export const uploadDocument: Verb<typeof documentsApi.uploadDocument> = async (ctx, { form, file }) => {
  const fileType = await acceptedType(file, 'document')
  for (const number of new Set([form.departmentId ?? [], form.visibleTo ?? []].flat()))
    await knownDepartment(ctx, number)
  if (form.ownerId) await knownMembers(ctx, [form.ownerId], 'An owner')
  return storeUpload(ctx, { file, fileType }, (stored) =>
    ctx.tx(async (db, emit, enqueue) => {
      const { title = stored.fileName } = form
      const step = { organizationId: ctx.organizationId, db, emit, enqueue }
      const earlier = await sameUpload(db, ctx, { sha256: stored.sha256, title })
      if (earlier) return { result: earlier, isNew: false }
      if (form.ownerId) await lockOwner(db, ctx, form.ownerId)
      await countUpload(db, ctx, { sizeBytes: stored.sizeBytes, isDocument: true })
      const id = await addDocument(ctx, step, { ...form, title, stored })
      const result = await loadDocument(db, own(documents, ctx, eq(documents.id, id)))
      return { result: ctx.respond(db, result), isNew: true }
    }),
  )
}

/**
 * The same file and title from the same person within a minute is one upload, unless its key says
 * that it is another act: a person may want a document of its own (decision 25).
 */
async function sameUpload(
  db: TransactionHandle,
  ctx: Context,
  upload: { sha256: string; title: string },
): Promise<Document | null> {
  const { personId, idempotencyKey } = ctx
  if (idempotencyKey !== null) return null
  await lockUpload(db, ctx, upload)
  const [row] = await db
    .select({ documentId: documents.id })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .where(
      own(
        versions,
        ctx,
        eq(versions.number, 1),
        eq(versions.createdBy, personId),
        eq(versions.sha256, upload.sha256),
        eq(versions.title, upload.title),
        gt(versions.createdAt, sql`now() - make_interval(secs => ${repeatSeconds})`),
        isNull(documents.deletedAt),
      ),
    )
  return row ? loadDocument(db, own(documents, ctx, eq(documents.id, row.documentId))) : null
}
