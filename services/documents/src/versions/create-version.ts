import { isDeepStrictEqual } from 'node:util'
import type { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { assertMayWriteVersions } from '../access/visible-versions.ts'
import { insertVersion } from '../lifecycle/insert-version.ts'
import { type DocumentRow, lockDocument, type Step } from '../lifecycle/lock-document.ts'
import { namedInRound, submitVersion } from '../lifecycle/submit-version.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { acceptedType, lockUpload, repeatSeconds, storeUpload } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { loadVersion } from './present-version.ts'
import { type Asked, instantOf, plannedSubmission } from './submit.ts'

/** Adds a version: a draft if asked for, else submitted at once (decision 17). */
export const createVersion: Verb<typeof documentsApi.createVersion> = async (ctx, { params, form, file }) => {
  const { title, changes, draft: isDraft = false, approverIds, effectiveAt } = form
  await assertMayWriteVersions(ctx, params.id)
  const fileType = await acceptedType(file, 'version')
  if (isDraft && (approverIds?.length || effectiveAt))
    throw new CodedError(
      'invalid_request',
      'Approvers and the effective date are chosen when a draft is submitted.',
    )
  const plan = isDraft ? null : await plannedSubmission(ctx, { approverIds, effectiveAt })
  return storeUpload(ctx, { file, fileType }, (stored) =>
    ctx.tx(async (db, emit, enqueue) => {
      const step = { organizationId: ctx.organizationId, db, emit, enqueue }
      const upload = { ...stored, title, changes, createdBy: ctx.personId }
      const document = await lockDocument(step, params.id)
      const asked = { isDraft, approverIds, effectiveAt }
      const earlier = await sameVersion(step, ctx, { ...upload, ...asked, documentId: document.id })
      if (earlier) return { result: ctx.respond(db, earlier), isNew: false }
      await countUpload(db, ctx, { sizeBytes: stored.sizeBytes, isDocument: false })
      const version = await insertVersion(step, document, upload)
      if (document.isSample) await keepSample(db, document)
      if (plan) await submitVersion(step, { document, version }, await plan(step, { document, version }))
      const result = await loadVersion(db, own(versions, ctx, eq(versions.id, version.id)))
      return { result: ctx.respond(db, result), isNew: true }
    }),
  )
}

/** With a version of a person's it is theirs, and is not removed with the samples. */
async function keepSample(db: TransactionHandle, document: DocumentRow): Promise<void> {
  const isThis = own(documents, document, eq(documents.id, document.id))
  await db.update(documents).set({ isSample: false }).where(isThis)
}

type Upload = Pick<typeof versions.$inferSelect, 'documentId' | 'sha256' | 'title' | 'changes'> &
  Asked & { readonly isDraft: boolean }

/**
 * The same version asked for in the same way, by the same person a moment ago, unless its key says
 * that it is another act: a draft may be sent again to be submitted.
 */
async function sameVersion(step: Step, ctx: Context, upload: Upload): Promise<DocumentVersion | null> {
  if (ctx.idempotencyKey !== null) return null
  const { db } = step
  await lockUpload(db, ctx, upload)
  const { documentId, sha256, createdBy, title, changes, status, createdAt, number } = versions
  const begins = upload.effectiveAt ? await instantOf(step, upload.effectiveAt) : null
  const wanted = own(
    versions,
    ctx,
    ...[eq(documentId, upload.documentId), eq(sha256, upload.sha256), eq(createdBy, ctx.personId)],
    ...[eq(title, upload.title), eq(changes, upload.changes), gt(number, 1)],
    upload.isDraft ? eq(status, 'draft') : ne(status, 'draft'),
    begins === null ? isNull(versions.effectiveAt) : eq(versions.effectiveAt, begins),
    gt(createdAt, sql`now() - make_interval(secs => ${repeatSeconds})`),
  )
  const named = new Set(upload.approverIds)
  for (const row of await db.select().from(versions).where(wanted))
    if (isDeepStrictEqual(new Set(await namedInRound(step, row)), named))
      return loadVersion(db, own(versions, ctx, eq(versions.id, row.id)))
  return null
}
