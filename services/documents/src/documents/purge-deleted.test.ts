import type { RequestError } from '@portal/contracts/client'
import { Document, documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { rowsOf } from '@portal/testkit/organization-rows'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { embeddings } from '../ingestion/embeddings-schema.ts'
import { passages, versionTexts } from '../schema.ts'
import { service as documents } from '../service.ts'
import { sweepDeletedDocuments } from './purge-deleted.ts'

const dayMs = 86_400_000
const patience = { timeout: 45_000, interval: 50 }

let engines: DocumentEngines
beforeAll(async () => {
  engines = await openDocumentEngines()
})
afterAll(() => engines.close())

/** Documents on engines of which some are replaced, with its sweep as on a day to come. */
async function start(organizationId: number, replaced: Partial<DocumentEngines['ports']> = {}) {
  const under = await startUnderTest(documents, { ports: { ...engines.ports, ...replaced } })
  onTestFinished(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  onTestFinished(() => database.close())
  const sweepAfterDays = (days: number) =>
    sweepDeletedDocuments(
      {
        platformTx: (work) =>
          database.platformTx((db) =>
            work(db, (organization) => enqueuer(db, { organizationId: organization })),
          ),
      },
      Date.now() + days * dayMs,
    )
  const admin = under.as({ personId: 'p', organizationId, role: 'admin' })
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
  const found = async (question: string) => {
    const { passages } = await admin.call(documentsApi.retrievePassages, { body: { question, limit: 10 } })
    return passages.map((passage) => passage.documentId)
  }
  return { urls: under.urls, database, sweepAfterDays, admin, upload, found }
}

it('30 days after its deletion a document is gone from every table, with its file, its vectors and its entries in the index; what others share with it stays', async () => {
  const { database, sweepAfterDays, admin, upload, found } = await start(3)
  const counts = async () => {
    const { jobs = [], ...tables } = await rowsOf(database, 3)
    expect(jobs).toEqual([])
    const { documents = [], versions = [], version_texts = [], passages = [], embeddings = [] } = tables
    return [documents, versions, version_texts, passages, embeddings].map((rows) => rows.length)
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
  expect(await found('How are vendors reviewed?')).not.toContain(id)
  expect(JSON.stringify(await rowsOf(database, 3))).not.toContain('reviewed once a year')
}, 240_000)

it('a document that is restored before its turn is kept whole; one whose removal has begun cannot be restored', async () => {
  const attempts: (Document | number)[] = []
  const restore = (id: string) =>
    admin.call(documentsApi.restoreDocument, { params: { id } }).then(
      (document) => void attempts.push(document),
      ({ status }: RequestError) => void attempts.push(status),
    )
  /** By id, how each is asked for; those that the next removal meets. */
  const questions = new Map<string, string>()
  const index = Object.assign(Object.create(engines.ports.index), {
    replaceDocument: async (document: IndexedDocument) => {
      const { documentId } = document
      if (questions.size > 0 && attempts.length === 0) {
        await restore(documentId)
        for (const other of questions.keys()) if (other !== documentId) await restore(other)
      }
      await engines.ports.index.replaceDocument(document)
    },
  })
  const { database, sweepAfterDays, admin, upload, found } = await start(4, { index })
  const visitors = await upload('Visitors', 'Visitors sign in at the desk.')
  const vendors = await upload('Vendors', 'Vendors are reviewed once a year.')
  for (const id of [visitors, vendors]) await admin.call(documentsApi.deleteDocument, { params: { id } })
  const noJobs = async () => expect((await rowsOf(database, 4)).jobs ?? []).toEqual([])
  await vi.waitFor(noJobs, patience)
  questions.set(visitors, 'Where do visitors sign in?').set(vendors, 'How often are vendors reviewed?')
  await sweepAfterDays(31)
  await vi.waitFor(() => expect(attempts).toHaveLength(2), patience)
  await vi.waitFor(noJobs, patience)
  expect(attempts[0]).toBe(404)
  const { id, currentVersion } = Document.parse(attempts[1])
  expect(await admin.call(documentsApi.listDeletedDocuments, { query: {} })).toEqual([])
  const params = { id, versionId: currentVersion?.id ?? '' }
  expect((await admin.call(documentsApi.readVersionText, { params })).text).toContain('Badges are worn')
  expect(await engines.ports.blobs.countOf(4)).toBe(1)
  for (const [of, question] of questions) expect((await found(question)).includes(of)).toBe(of === id)
}, 240_000)

it('a document of more passages than one statement can name is removed with all of them', async () => {
  const organizationId = 5
  const { urls, sweepAfterDays, admin, upload } = await start(organizationId)
  const id = await upload('Manual', 'Manuals are long.')
  const large = openDatabase({ urls, name: 'test', transactionTimeoutMs: 120_000 })
  onTestFinished(() => large.close())
  const left = () =>
    large.tenantTx(organizationId, async (db) => [
      await db.$count(passages),
      await db.$count(embeddings),
      await db.$count(versionTexts),
    ])
  const [, before] = await left()
  await large.tenantTx(organizationId, async (db) => {
    await db.execute(sql`insert into ${passages} (organization_id, id, version_id, ordinal, start_offset,
        end_offset, heading_path, text, content_hash)
      select ${organizationId}, gen_random_uuid(), version_id, 1000 + n, 0, 1, '{}', 'x', 'hash ' || n
      from ${versionTexts}, generate_series(1, 70000) n`)
    await db.execute(sql`insert into ${embeddings} (organization_id, model, content_hash, vector)
      select organization_id, 'test', content_hash, '' from ${passages} where ordinal > 1000`)
  })
  expect((await left())[1]).toBe((before ?? 0) + 70_000)
  await admin.call(documentsApi.deleteDocument, { params: { id } })
  await sweepAfterDays(31)
  await vi.waitFor(async () => expect(await left()).toEqual([0, 0, 0]), { timeout: 120_000 })
}, 300_000)

it('a document that cannot be removed keeps no other waiting', async () => {
  let stuck: string | undefined
  let isSwept = false
  const index = Object.assign(Object.create(engines.ports.index), {
    replaceDocument: async (document: IndexedDocument) => {
      if (isSwept) stuck ??= document.documentId
      if (document.documentId === stuck) throw new Error('The entry is held.')
      await engines.ports.index.replaceDocument(document)
    },
  })
  const { database, sweepAfterDays, admin, upload } = await start(6, { index })
  for (const title of ['Visitors', 'Vendors', 'Vehicles']) {
    const params = { id: await upload(title, `${title} are named.`) }
    await admin.call(documentsApi.deleteDocument, { params })
  }
  await vi.waitFor(async () => expect((await rowsOf(database, 6))['jobs'] ?? []).toEqual([]), patience)
  isSwept = true
  await sweepAfterDays(31)
  await vi.waitFor(async () => expect(await engines.ports.blobs.countOf(6)).toBe(1), patience)
}, 240_000)
