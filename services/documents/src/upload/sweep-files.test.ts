import { randomUUID } from 'node:crypto'
import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { createLogger } from '@portal/service-kit/logger'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'

let engines: DocumentEngines
beforeAll(async () => {
  engines = await openDocumentEngines()
})
afterAll(() => engines.close())

/** The same store, two days older, except for what `isFresh` names. */
function aged(store: BlobStore, isFresh: (key: string) => boolean): BlobStore {
  const list = async function* (prefix: string) {
    for await (const { key, storedAt } of store.list(prefix)) {
      yield { key, storedAt: isFresh(key) ? storedAt : new Date(storedAt.getTime() - 2 * 86_400_000) }
    }
  }
  return {
    list,
    put: (key, content) => store.put(key, content),
    get: (key) => store.get(key),
    getPart: (key, start, end) => store.getPart(key, start, end),
    delete: (key) => store.delete(key),
    removeUnfinished: (olderThanMs) => store.removeUnfinished(olderThanMs),
    holds: store.holds,
    countOf: (organizationId) => store.countOf(organizationId),
    purge: (organizationId) => store.purge(organizationId),
    check: () => store.check(),
  }
}

async function keysOf(store: BlobStore, organizationId: number): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(`org/${organizationId}/`)) keys.push(key)
  return keys.toSorted()
}

it('a file that no version refers to is removed after a day; files of versions, young ones and those of others stay', async () => {
  const fresh = `org/7/${randomUUID()}`
  const { blobs } = engines.ports
  const ports = { ...engines.ports, blobs: aged(blobs, (key) => key === fresh) }
  const under = await startUnderTest(documents, { ports })
  const database = openDatabase({ urls: under.urls, name: 'test' })
  try {
    const admin = under.as({ personId: 'p', organizationId: 7, role: 'admin' })
    const file = new Blob(['Badges are worn visibly at all times.'])
    await admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: 'badges.txt' })
    const [kept = ''] = await keysOf(blobs, 7)
    const orphans = [`org/7/${randomUUID()}`, `org/8/${randomUUID()}`]
    for (const key of [...orphans, fresh]) await blobs.put(key, new Uint8Array(3))
    await documents.housekeeping?.({
      ports,
      log: createLogger({ service: 'documents', level: 'silent' }),
      platformTx: (work) =>
        database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
      onHandled: () => () => undefined,
    })
    await vi.waitFor(
      async () => {
        expect(await keysOf(blobs, 7)).toEqual([kept, fresh].toSorted())
        expect(await keysOf(blobs, 8)).toEqual([])
      },
      { timeout: 45_000, interval: 50 },
    )
  } finally {
    await database.close()
    await under.stop()
  }
})
