import type { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, gt, sql } from 'drizzle-orm'
import { assertMayWriteVersions } from '../access/visible-versions.ts'
import { insertVersion } from '../lifecycle/insert-version.ts'
import { type DocumentRow, lockDocument } from '../lifecycle/lock-document.ts'
import { submitVersion } from '../lifecycle/submit-version.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { acceptedType, lockUpload, repeatSeconds, storeUpload } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { loadVersion } from './present-version.ts'
import { plannedSubmission } from './submit.ts'

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
      const earlier = await sameVersion(db, ctx, { ...upload, documentId: document.id })
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

/** The same file and title for the same document, from the same person a moment ago. */
async function sameVersion(
  db: TransactionHandle,
  ctx: Context,
  upload: { readonly documentId: string; readonly sha256: string; readonly title: string },
): Promise<DocumentVersion | null> {
  await lockUpload(db, ctx, upload)
  const { documentId, sha256, createdBy, title, createdAt } = versions
  const same = and(eq(documentId, upload.documentId), eq(sha256, upload.sha256), eq(title, upload.title))
  const recent = gt(createdAt, sql`now() - make_interval(secs => ${repeatSeconds})`)
  const wanted = own(versions, ctx, same, eq(createdBy, ctx.personId), recent, gt(versions.number, 1))
  const [row] = await db.select({ id: versions.id }).from(versions).where(wanted)
  return row ? loadVersion(db, own(versions, ctx, eq(versions.id, row.id))) : null
}
