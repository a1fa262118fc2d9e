import { dayIn, startOfDay } from '@portal/contracts/calendar-day'
import { type DocumentChange, type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, sql } from 'drizzle-orm'
import { audienceOfEach } from '../access/audience.ts'
import { readable } from '../access/readable.ts'
import { knownDepartment } from '../departments/follow-departments.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import { type DocumentRow, illegal, updateVersion } from '../lifecycle/lock-document.ts'
import { knownMembers, lockOwner } from '../members/follow-members.ts'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { loadDocument } from './documents.ts'

/** Everything of a document that changes without a new version. */
export const changeDocument: Verb<typeof documentsApi.changeDocument> = async (ctx, { params, body }) => {
  const { departmentId, visibleTo, effectiveOn, seen, ...rest } = body
  const named = [...(visibleTo ?? []), ...(departmentId == null ? [] : [departmentId])]
  for (const number of new Set(named)) await knownDepartment(ctx, number)
  const { ownerId } = body
  if (ownerId) await knownMembers(ctx, [ownerId], 'An owner')
  const change = {
    ...rest,
    ...(departmentId === undefined ? {} : { departmentNumber: departmentId }),
    ...(visibleTo === undefined ? {} : { visibleTo: [...new Set(visibleTo)].sort((a, b) => a - b) }),
  }
  return ctx.tx(async (db, emit, enqueue) => {
    if (ownerId) await lockOwner(db, ctx, ownerId)
    // Title and visibility are in the index; a document out of force leaves it (decision 22).
    const wanted = and(readable(ctx), eq(documents.id, params.id))
    const [before] = await db.select().from(documents).where(wanted).for('update')
    if (before) assertAsSeen({ visibleTo: before.visibleTo, ownerId: before.ownerId }, seen)
    const [changed] = await db
      .update(documents)
      .set({ ...change, revision: sql`${documents.revision} + 1` })
      .where(wanted)
      .returning()
    const row = rowOrNotFound(changed)
    const { id } = row
    if (effectiveOn !== undefined) await changeEffectiveDay(db, row, effectiveOn)
    await emitChanged(emit, row, { before, ...(effectiveOn === undefined ? {} : { effectiveOn }) })
    await enqueue(indexDocument, { subject: id, payload: { documentId: id } })
    return loadDocument(db, own(documents, ctx, eq(documents.id, id)))
  })
}

/** Of the current version, say one that was in force before it was uploaded. */
async function changeEffectiveDay(db: TransactionHandle, document: DocumentRow, day: string): Promise<void> {
  const { currentVersionId } = document
  if (currentVersionId === null) throw illegal('Only a current version has an effective date to change.')
  const { timeZone } = await settingsOf(db, document)
  const message = 'The effective date must not be in the future: a later one belongs to a new version.'
  if (day > dayIn(timeZone))
    throw new CodedError('invalid_request', message, { fields: { effectiveOn: message } })
  const { organizationId } = document
  const effectiveAt = startOfDay(day, timeZone)
  await updateVersion({ db, organizationId }, { id: currentVersionId }, { effectiveAt })
}

/** Says what a document is now, once more to those who could see it `before` and no longer can. */
export async function emitChanged(
  emit: Emit,
  row: DocumentRow,
  {
    before = row,
    ...dates
  }: { readonly effectiveOn?: string; readonly before?: DocumentRow | undefined } = {},
): Promise<void> {
  const { id, organizationId, title, departmentNumber, isActive, visibleTo, ownerId } = row
  const { nextReviewOn, reviewCycleMonths } = row
  const named = { documentId: id, title, departmentNumber, isActive, visibleTo, ownerId }
  const data = { ...named, nextReviewOn, reviewCycleMonths, ...dates }
  const audience = audienceOfEach(organizationId, [before, row])
  await emit(documentsEvents.documentChanged, { subject: id, data, audience })
}
