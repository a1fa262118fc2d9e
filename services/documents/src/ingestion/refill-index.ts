import type { StartScope } from '@portal/service-kit/define-service'
import { isNull } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { documents } from '../schema.ts'
import { indexDocument } from './index-document.ts'

/** An index that is new, or was made with another encoder, is filled again in the background. */
export async function refillIndex({ ports, platformTx }: StartScope<DocumentsPorts>): Promise<void> {
  const { model, dimensions } = ports.embedder
  if ((await ports.index.prepare({ model, dimensions })) === 'ready') return
  await platformTx(async (db, enqueueFor) => {
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
