import type { StartScope } from '@portal/service-kit/define-service'
import { isNull } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { documents } from '../schema.ts'
import { indexDocument } from './index-document.ts'

/**
 * Refills, in the background, an index that is new, was built with another encoder or lost data.
 */
export async function refillIndex(scope: StartScope<DocumentsPorts>): Promise<void> {
  const { embedder, index } = scope.ports
  const { model, dimensions } = embedder
  const refill = () => enqueueAll(scope)
  if ((await index.prepare({ model, dimensions }, refill)) === 'rebuild') await refill()
}

function enqueueAll({ platformTx }: StartScope<DocumentsPorts>): Promise<void> {
  return platformTx(async (db, enqueueFor) => {
    const rows = await db
      .select({ organizationId: documents.organizationId, id: documents.id })
      .from(documents)
      .where(isNull(documents.deletedAt))
    for (const row of rows) {
      await enqueueFor(row.organizationId)(indexDocument, {
        subject: row.id,
        payload: { documentId: row.id },
      })
    }
  })
}
