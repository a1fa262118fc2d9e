import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { job } from '@portal/service-kit/jobs/job'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { DocumentsPorts } from '../ports.ts'
import { versions } from '../schema.ts'

/** An upload takes seconds: one unfinished after an hour belongs to a dead process. */
const unfinishedAfterMs = 3600_000
/** A file without a version after a day will never get one. */
const orphanAfterMs = 24 * 3600_000
const batchSize = 500

const Nothing = z.object({})

/** Removes files of an organization that no version refers to: the upload died before its row. */
export const removeOrphans = job<typeof Nothing, DocumentsPorts>('remove-orphans', {
  payload: Nothing,
  maxAttempts: 5,
  leaseMs: 60_000,
  concurrency: 1,
  run: async ({ organizationId, ports, tx, signal, log }) => {
    const removeUnknown = async (keys: readonly string[]) => {
      const rows = await tx((db) =>
        db
          .select({ key: versions.blobKey })
          .from(versions)
          .where(own(versions, { organizationId }, inArray(versions.blobKey, [...keys]))),
      )
      const known = new Set(rows.map((row) => row.key))
      for (const key of keys) {
        if (known.has(key)) continue
        await ports.blobs.delete(key)
        log.info({ key }, 'a file without a version was removed')
      }
    }
    let batch: string[] = []
    for await (const { key, storedAt } of ports.blobs.list(`org/${organizationId}/`)) {
      signal.throwIfAborted()
      if (Date.now() - storedAt.getTime() < orphanAfterMs) continue
      batch.push(key)
      if (batch.length < batchSize) continue
      await removeUnknown(batch)
      batch = []
    }
    if (batch.length > 0) await removeUnknown(batch)
  },
})

/** Hourly: aborts interrupted uploads and compares each organization's files with its versions. */
export async function sweepFiles({
  ports,
  platformTx,
}: Pick<ServiceScope<Pick<DocumentsPorts, 'blobs'>>, 'ports' | 'platformTx'>): Promise<void> {
  await ports.blobs.removeUnfinished(unfinishedAfterMs)
  const organizations = new Set<number>()
  for await (const { key } of ports.blobs.list('org/')) organizations.add(Number(key.split('/')[1]))
  const due = [...organizations].map((organizationId) => ({ organizationId, subject: 'files', payload: {} }))
  await enqueueInParts({ platformTx }, removeOrphans, due)
}
