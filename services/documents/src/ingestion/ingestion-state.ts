import { documentsEvents, type IngestionState } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { eq } from 'drizzle-orm'
import { versions } from '../schema.ts'

/**
 * The next ingestion state of a version; `reason` is one sentence for users, with `failed` only.
 */
export interface IngestionMove {
  readonly organizationId: number
  readonly documentId: string
  readonly versionId: string
  readonly state: IngestionState
  readonly reason?: string
  readonly passageCount?: number
}

export async function moveIngestion(db: TransactionHandle, emit: Emit, move: IngestionMove): Promise<void> {
  const { organizationId, documentId, versionId, state } = move
  await db
    .update(versions)
    .set({
      ingestionState: state,
      ingestionReason: move.reason ?? null,
      ...(move.passageCount === undefined ? {} : { passageCount: move.passageCount }),
    })
    .where(own(versions, { organizationId }, eq(versions.id, versionId)))
  await emit(documentsEvents.ingestionChanged, { subject: documentId, data: { documentId, state } })
}
