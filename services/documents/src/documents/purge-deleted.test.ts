import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { rowsOf } from '@portal/testkit/organization-rows'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'
import { sweepDeletedDocuments } from './purge-deleted.ts'

const dayMs = 86_400_000
const patience = { timeout: 45_000, interval: 50 }

let engines: DocumentEngines
beforeAll(async () => {
  engines = await openDocumentEngines()
})
afterAll(() => engines.close())

it('30 days after its deletion a document is gone from every table, with its file, its vectors and its entries in the index; what others share with it stays', async () => {
  const under = await startUnderTest(documents, { ports: engines.ports })
  const database = openDatabase({ urls: under.urls, name: 'test' })
  const sweepAfterDays = (days: number) =>
    sweepDeletedDocuments(
      {
        platformTx: (work) =>
          database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
      },
      Date.now() + days * dayMs,
    )
  const counts = async () => {
    const { jobs = [], ...tables } = await rowsOf(database, 3)
    expect(jobs).toEqual([])
    const { documents = [], versions = [], version_texts = [], passages = [], embeddings = [] } = tables
    return [documents, versions, version_texts, passages, embeddings].map((rows) => rows.length)
  }
  try {
    const admin = under.as({ personId: 'p', organizationId: 3, role: 'admin' })
    const upload = async (title: string, own: string) => {
      const text = `${title}\n\n1. Common\n\nBadges are worn visibly at all times.\n\n2. Own\n\n${own}\n`
      const file = new Blob([text])
      const sent = await admin.call(documentsApi.uploadDocument, { form: { title }, file, fileName: 'a.txt' })
      await vi.waitFor(async () => {
        const { ingestion } = await admin.call(documentsApi.readDocument, { params: { id: sent.id } })
        expect(ingestion.state).toBe('ready')
      }, patience)
      return sent.id
    }
    await upload('Visitors', 'Visitors sign in at the desk.')
    const before = await vi.waitFor(counts, patience)
    const id = await upload('Vendors', 'Vendors are reviewed once a year.')
    await admin.call(documentsApi.deleteDocument, { params: { id } })
    const both = await vi.waitFor(counts, patience)
    expect(both[0]).toBe(2)

    await sweepAfterDays(29)
    expect(await vi.waitFor(counts, patience)).toEqual(both)
    expect(await engines.ports.blobs.countOf(3)).toBe(2)

    await sweepAfterDays(31)
    await vi.waitFor(async () => expect(await counts()).toEqual(before), patience)
    expect(await engines.ports.blobs.countOf(3)).toBe(1)
    const question = 'How are vendors reviewed?'
    const { passages } = await admin.call(documentsApi.retrievePassages, { body: { question, limit: 10 } })
    expect(passages.map((passage) => passage.documentId)).not.toContain(id)
    expect(JSON.stringify(await rowsOf(database, 3))).not.toContain('reviewed once a year')
  } finally {
    await database.close()
    await under.stop()
  }
}, 240_000)
