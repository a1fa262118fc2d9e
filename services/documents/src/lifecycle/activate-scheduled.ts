import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { every } from '@portal/service-kit/sleep'
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { documentOfVersion } from '../joins.ts'
import type { DocumentsPorts } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { makeCurrent } from './approve-version.ts'
import { lockVersion } from './lock-document.ts'

const Scheduled = z.object({ documentId: z.uuid(), versionId: z.uuid() })
type Run = JobContext<DocumentsPorts, z.infer<typeof Scheduled>>

/** Approved, never activated, and its effective date has come. */
const isDue = and(
  eq(versions.status, 'approved'),
  isNull(versions.activatedAt),
  isNotNull(versions.effectiveAt),
  lte(versions.effectiveAt, sql`now()`),
)

/** Activates a scheduled version once: whether it is still due is checked under the lock. */
export const activateScheduled = job<typeof Scheduled, DocumentsPorts>('activate-scheduled', {
  payload: Scheduled,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: ({ organizationId, payload, tx }: Run) =>
    tx(async (db, emit, enqueue) => {
      const { documentId: id, versionId } = payload
      const present = own(documents, { organizationId }, eq(documents.id, id), isNull(documents.deletedAt))
      const [document] = await db.select({ id: documents.id }).from(documents).where(present).for('update')
      if (!document) return
      const step = { organizationId, db, emit, enqueue }
      const due = own(versions, step, eq(versions.id, versionId), isDue)
      const [version] = await db.select({ id: versions.id }).from(versions).where(due)
      if (version) await makeCurrent(step, await lockVersion(step, { id, versionId }))
    }),
})

const periodMs = 15_000

/** Looks for due versions, in every replica; after a stop it finds the missed ones. */
export function startScheduler({ platformTx, log }: ServiceScope<DocumentsPorts>) {
  return every(
    periodMs,
    () => enqueueDue({ platformTx }),
    (error) => log.warn({ err: error }, 'scheduled versions could not be looked for, next try soon'),
  )
}

/** Has the due versions activated. */
export async function enqueueDue(scope: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>): Promise<void> {
  const { organizationId, id: versionId, documentId } = versions
  const due = await scope.platformTx((db) =>
    db
      .select({ organizationId, versionId, documentId })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(isDue, isNull(documents.deletedAt))),
  )
  const jobs = due.map(({ organizationId: of, ...payload }) => ({
    ...{ organizationId: of, subject: payload.versionId, payload },
  }))
  await enqueueInParts(scope, activateScheduled, jobs)
}
