import { documentsEvents } from '@portal/contracts/documents'
import { type ConsumerScope, on } from '@portal/service-kit/inbox/consumers'
import { closings } from '../learned/closings-schema.ts'

type Change = { [Name in 'isDeleted' | 'isActive' | 'visibleTo']?: (typeof closings.$inferInsert)[Name] }

async function keep(
  { db, organizationId }: ConsumerScope,
  documentId: string,
  change: Change,
): Promise<void> {
  if (organizationId === null || Object.keys(change).length === 0) return
  await db
    .insert(closings)
    .values({ organizationId, documentId, ...change })
    .onConflictDoUpdate({ target: [closings.organizationId, closings.documentId], set: change })
}

/** Maintains which documents are closed, and to whom. */
export const followClosings = [
  on(documentsEvents.documentUploaded, (scope, { data: { documentId, visibleTo } }) =>
    keep(scope, documentId, visibleTo === undefined ? {} : { visibleTo }),
  ),
  on(documentsEvents.documentChanged, (scope, { data: { documentId, isActive, visibleTo } }) =>
    keep(scope, documentId, { isActive, visibleTo }),
  ),
  on(documentsEvents.documentDeleted, (scope, { data: { documentId } }) =>
    keep(scope, documentId, { isDeleted: true }),
  ),
  on(documentsEvents.documentRestored, (scope, { data: { documentId, isActive, visibleTo } }) =>
    keep(scope, documentId, {
      isDeleted: false,
      ...(isActive !== undefined && { isActive }),
      ...(visibleTo !== undefined && { visibleTo }),
    }),
  ),
]
