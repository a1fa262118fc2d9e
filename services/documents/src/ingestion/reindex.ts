import type { Database } from '@portal/service-kit/database/open-database'
import { OrganizationDeleted } from '@portal/service-kit/database/organization-deleted'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { sleep } from '@portal/service-kit/sleep'
import { jobs } from '@portal/service-kit/tables'
import { count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { documents } from '../schema.ts'
import { encodeOtherVersions } from './encode-other-versions.ts'
import { indexDocument } from './index-document.ts'
import { statesVersionOf } from './missing-passages.ts'

export interface ReindexProgress {
  readonly done: number
  readonly of: number
}

/** `halted` ends the watching, not the work: the service's own jobs index. */
export interface ReindexOptions {
  readonly database: Database
  readonly progress: (progress: ReindexProgress) => void
  readonly halted: AbortSignal
}

const pollMs = 300
/** Documents of one transaction, which holds their locks. */
const partSize = 250

/**
 * Makes the running service index every document again, deleted ones included, and resolves to
 * their number when done. Higher revisions make the index accept what it knows; later changes still
 * win.
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

async function askAgain(database: Database, organizationId: number): Promise<number> {
  let asked = 0
  for (let last: string | undefined; ; ) {
    const ids = await askPart(database, organizationId, last)
    asked += ids.length
    last = ids.at(-1)
    if (ids.length < partSize) return asked
  }
}

/** Has the next documents after the one with this id indexed again; gives their ids in order. */
function askPart(database: Database, organizationId: number, last: string | undefined): Promise<string[]> {
  return database.tenantTx(organizationId, async (db) => {
    const { id, revision } = documents
    // In the order of their ids, as whatever locks several.
    const rows = await db
      .select({ id })
      .from(documents)
      .where(own(documents, { organizationId }, last === undefined ? undefined : gt(id, last)))
      .orderBy(id)
      .limit(partSize)
      .for('update')
    const ids = rows.map((row) => row.id)
    await db
      .update(documents)
      .set({ revision: sql`${revision} + 1` })
      .where(own(documents, { organizationId }, inArray(id, ids)))
    const enqueue = enqueuer(db, { organizationId })
    for (const documentId of ids)
      await enqueue(indexDocument, { subject: documentId, payload: { documentId } })
    return ids
  })
}

/** A deleted organization has nothing left to index. */
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

/**
 * Refills, in the background, an index that is new, was built with another encoder or lost data.
 * What is stored beside the vectors counts as the encoder's: indexing again makes it again.
 */
export async function refillIndex({ ports, platformTx }: ServiceScope<DocumentsPorts>): Promise<void> {
  const { dimensions } = ports.embedder
  const model = `${ports.embedder.model} ${statesVersionOf(ports.embedder)}`
  const refill = async () => {
    const { organizationId, id: documentId, deletedAt } = documents
    const rows = await platformTx((db) =>
      db.select({ organizationId, documentId }).from(documents).where(isNull(deletedAt)),
    )
    const due = rows.map(({ organizationId, documentId }) => ({
      ...{ organizationId, subject: documentId, payload: { documentId } },
    }))
    for (const kind of [indexDocument, encodeOtherVersions]) await enqueueInParts({ platformTx }, kind, due)
  }
  if ((await ports.index.prepare({ model, dimensions }, refill)) === 'rebuild') await refill()
}
