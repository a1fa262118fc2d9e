import { type Document, type documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { eq, gt, isNull, sql } from 'drizzle-orm'
import { ruleStages } from '../approval-rules/rule-of-document.ts'
import { knownDepartment } from '../departments/follow-departments.ts'
import { documentOfVersion } from '../joins.ts'
import { insertVersion } from '../lifecycle/insert-version.ts'
import type { DocumentRow } from '../lifecycle/lock-document.ts'
import { submitVersion } from '../lifecycle/submit-version.ts'
import { knownMembers, lockOwner } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { documentCounters, documents, versions } from '../schema.ts'
import { acceptedType, lockUpload, repeatSeconds, storeUpload } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
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
      const document = await insertDocument(db, ctx, { ...form, title })
      const upload = { ...stored, title, changes: '', createdBy: ctx.personId }
      const version = await insertVersion(step, document, upload)
      const { id: subject } = document
      const { visibleTo, ownerId, departmentNumber } = document
      const facts = { title, visibleTo, ownerId, departmentNumber }
      const data = { documentId: subject, versionId: version.id, ...facts }
      await emit(documentsEvents.documentUploaded, { subject, data })
      await submitVersion(
        step,
        { document, version },
        {
          stages: await ruleStages(db, document, ctx.personId),
          effectiveAt: new Date(),
        },
      )
      const result = await loadDocument(db, own(documents, ctx, eq(documents.id, subject)))
      return { result: ctx.respond(db, result), isNew: true }
    }),
  )
}

/** The same file and title from the same person within a minute is one upload. */
async function sameUpload(
  db: TransactionHandle,
  ctx: Context,
  upload: { sha256: string; title: string },
): Promise<Document | null> {
  const { personId } = ctx
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

type NewDocument = RouteInput<typeof documentsApi.uploadDocument>['form'] & { readonly title: string }

async function insertDocument(
  db: TransactionHandle,
  ctx: Context,
  { customId: given, title, departmentId: departmentNumber, visibleTo = [], ownerId }: NewDocument,
): Promise<DocumentRow> {
  const { organizationId, personId: createdBy } = ctx
  const customId = given ?? `DOC-${await nextNumber(db, organizationId)}`
  const [inserted] = await db
    .insert(documents)
    .values({
      organizationId,
      id: uuidV7(),
      customId,
      title,
      departmentNumber,
      visibleTo,
      ownerId,
      createdBy,
    })
    .onConflictDoNothing()
    .returning()
  if (inserted) return inserted
  throw new CodedError('conflict', `The ID ${customId} is already used by another document.`)
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
