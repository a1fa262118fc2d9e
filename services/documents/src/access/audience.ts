import type { EventAudience } from '@portal/contracts/events'
import { rolesWith } from '@portal/contracts/permissions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { AudienceOf } from '@portal/service-kit/outbox/emit'
import { and, eq, isNull } from 'drizzle-orm'
import { approvals, documents, versions } from '../schema.ts'

type Restriction = Pick<typeof documents.$inferSelect, 'visibleTo' | 'ownerId'>

/**
 * Events about a document are for those who may see it (decision 28), and for those who decide on
 * the version that they are about, until it takes effect.
 */
export const audienceOf: AudienceOf = async (db, { organizationId, data: { documentId, versionId } }) => {
  if (typeof documentId !== 'string') return undefined
  const { visibleTo, ownerId } = documents
  const wanted = own(documents, { organizationId }, eq(documents.id, documentId))
  const [document] = await db.select({ visibleTo, ownerId }).from(documents).where(wanted)
  if (document?.visibleTo.length === 0) return undefined
  const audience = audienceOfEach(organizationId, document ? [document] : [])
  const deciders = typeof versionId === 'string' ? await decidersOn(db, { organizationId, versionId }) : []
  return { ...audience, users: [...new Set([...(audience.users ?? []), ...deciders])] }
}

/** Who may see at least one of these documents, or states of one document. */
export function audienceOfEach(organizationId: number, states: readonly Restriction[]): EventAudience {
  if (states.some(({ visibleTo }) => visibleTo.length === 0)) return { organizationId }
  return {
    organizationId,
    departments: [...new Set(states.flatMap(({ visibleTo }) => visibleTo))],
    roles: rolesWith('document:read-any-department'),
    users: states.flatMap(({ ownerId }) => ownerId ?? []),
  }
}

/** The approvers of a version's round with their delegates. */
async function decidersOn(
  db: TransactionHandle,
  { organizationId, versionId }: { readonly organizationId: number; readonly versionId: string },
): Promise<string[]> {
  const { approverId, delegateId } = approvals
  const inRound = own(
    versions,
    approvals,
    eq(versions.id, approvals.versionId),
    eq(versions.round, approvals.round),
  )
  const rows = await db
    .select({ approverId, delegateId })
    .from(approvals)
    .innerJoin(versions, and(inRound, isNull(versions.activatedAt)))
    .where(own(approvals, { organizationId }, eq(approvals.versionId, versionId)))
  return rows.flatMap((row) => [row.approverId, row.delegateId ?? []].flat())
}
