import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { ruleStages } from '../approval-rules/rule-of-document.ts'
import { insertVersion } from '../lifecycle/insert-version.ts'
import type { DocumentRow, Step } from '../lifecycle/lock-document.ts'
import { submitVersion } from '../lifecycle/submit-version.ts'
import type { Context } from '../ports.ts'
import { documentCounters, documents } from '../schema.ts'
import type { StoredFile } from '../upload/store-upload.ts'

/** What is said of a document when it is added. */
type Facts = RouteInput<typeof documentsApi.uploadDocument>['form'] & {
  readonly title: string
  readonly isSample?: boolean
}

/** Adds a document with its first version, which is submitted like any other (decision 21). */
export async function addDocument(
  ctx: Context,
  step: Step,
  { stored, ...facts }: Facts & { readonly stored: StoredFile },
): Promise<string> {
  const document = await insertDocument(step.db, ctx, facts)
  const { id, title, visibleTo, ownerId, departmentNumber } = document
  const version = await insertVersion(step, document, {
    ...{ ...stored, title, changes: '', createdBy: ctx.personId },
  })
  const data = { documentId: id, versionId: version.id, title, visibleTo, ownerId, departmentNumber }
  await step.emit(documentsEvents.documentUploaded, { subject: id, data })
  const stages = await ruleStages(step.db, document, ctx.personId)
  await submitVersion(step, { document, version }, { stages, effectiveAt: new Date() })
  return id
}

async function insertDocument(
  db: TransactionHandle,
  ctx: Context,
  { customId: given, departmentId: departmentNumber, visibleTo = [], ...facts }: Facts,
): Promise<DocumentRow> {
  const { organizationId, personId: createdBy } = ctx
  const { title, ownerId, isSample = false } = facts
  const customId = given ?? `DOC-${await nextNumber(db, organizationId)}`
  const named = { organizationId, id: uuidV7(), customId, title, departmentNumber }
  const [inserted] = await db
    .insert(documents)
    .values({ ...named, visibleTo, ownerId, createdBy, isSample })
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
