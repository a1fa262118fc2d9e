import type { Database } from '@portal/service-kit/database/open-database'
import { OrganizationDeleted } from '@portal/service-kit/database/organization-deleted'
import { own } from '@portal/service-kit/database/own'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { jobs } from '@portal/service-kit/jobs/tables'
import { sleep } from '@portal/service-kit/sleep'
import { count, eq, sql } from 'drizzle-orm'
import { documents } from '../schema.ts'
import { indexDocument } from './index-document.ts'

/** How far a rebuild has come. */
export interface ReindexProgress {
  readonly done: number
  readonly of: number
}

/** What {@link reindex} works on: `progress` is called while the service's jobs index, `halted` ends the watching and not the work. */
export interface ReindexOptions {
  readonly database: Database
  readonly progress: (progress: ReindexProgress) => void
  readonly halted: AbortSignal
}

const pollMs = 300

/**
 * Has the running service index every document again from its own rows, on whatever engine it has, and resolves when all is indexed. Each
 * gets a higher revision first: the index takes it although it knows the document, and a change that comes meanwhile still wins. Removed
 * documents too, so that nothing of them stays. Resolves to the number of documents.
 */
export async function reindex({ database, progress, halted }: ReindexOptions): Promise<number> {
  const rows = await database.platformTx((db) =>
    db.selectDistinct({ organizationId: documents.organizationId }).from(documents),
  )
  let asked = 0
  for (const { organizationId } of rows) {
    if (halted.aborted) break
    asked += await askAgain(database, organizationId).catch(noneOfDeleted)
  }
  while (!halted.aborted) {
    const waiting = Math.min(asked, await countWaiting(database))
    progress({ done: asked - waiting, of: asked })
    if (waiting === 0) break
    await sleep(pollMs, halted)
  }
  return asked
}

function askAgain(database: Database, organizationId: number): Promise<number> {
  return database.tenantTx(organizationId, async (db) => {
    const rows = await db
      .update(documents)
      .set({ revision: sql`${documents.revision} + 1` })
      .where(own(documents, { organizationId }))
      .returning({ id: documents.id })
    const enqueue = enqueuer(db, { organizationId })
    for (const { id } of rows) await enqueue(indexDocument, { subject: id, payload: { documentId: id } })
    return rows.length
  })
}

/** An organization that is deleted has nothing to index any more. */
function noneOfDeleted(error: unknown): number {
  if (error instanceof OrganizationDeleted) return 0
  throw error
}

async function countWaiting(database: Database): Promise<number> {
  const [row] = await database.platformTx((db) =>
    db.select({ waiting: count() }).from(jobs).where(eq(jobs.kind, indexDocument.kind)),
  )
  return row?.waiting ?? 0
}
