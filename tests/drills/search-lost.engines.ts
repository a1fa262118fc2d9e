import { wipe } from '@portal/adapters/search-index/elasticsearch/own-index.fixture'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { provisionSearch } from '@portal/adapters/search-index/provision-search'
import { documentsApi } from '@portal/contracts/documents'
import { reindex } from '@portal/documents-service/ingestion/reindex'
import { service as documents } from '@portal/documents-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { engineUrl } from '@portal/testkit/engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const patience = { timeout: 60_000, interval: 100 }
const actor = { personId: 'p', organizationId: 1, role: 'admin' as const }
let engines: DocumentEngines
let library: ServiceUnderTest
let rows: Database
let url: string

beforeAll(async () => {
  const address = new URL(await engineUrl('elasticsearch'))
  url = Object.assign(address, { pathname: `/lost-${process.pid}` }).href
  await provisionSearch(url)
  engines = await openDocumentEngines()
  const index = await openSearchIndex(url)
  library = await startUnderTest(documents, { ports: { ...engines.ports, index } })
  rows = openDatabase({ urls: library.urls, name: 'operator', appConnections: 1, platformConnections: 1 })
}, 300_000)
afterAll(async () => {
  await rows.close()
  await library.stop()
  await engines.close()
})

const admin = () => library.as(actor)

async function upload(subject: string): Promise<string> {
  const text = `${subject} Policy\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`
  const asked = { form: {}, file: new Blob([text]), fileName: `${subject}.txt` }
  return (await admin().call(documentsApi.uploadDocument, asked)).id
}

async function found(): Promise<Set<string>> {
  const { passages } = await admin().call(documentsApi.retrievePassages, {
    body: { question: 'How long are records kept?', limit: 50 },
  })
  return new Set(passages.map(({ documentId }) => documentId))
}

it('a search engine set up anew under a running service is filled again from its rows, without a restart and without a word', async () => {
  const uploaded = [await upload('badges'), await upload('visitors')]
  await vi.waitFor(async () => expect(await found()).toEqual(new Set(uploaded)), patience)
  await wipe(url)
  const unavailable = { status: 503, code: 'search_unavailable' }
  await expect(found()).rejects.toMatchObject(unavailable)
  uploaded.push(await upload('keys'))
  await provisionSearch(url)
  await expect(found()).rejects.toMatchObject(unavailable)
  await vi.waitFor(async () => expect(await found()).toEqual(new Set(uploaded)), patience)
}, 180_000)

it('npm run reindex fills it as well, also where the engine kept its records and lost the passages', async () => {
  const before = await found()
  expect(before.size).toBe(3)
  await wipe(url, 'passages')
  const halted = AbortSignal.timeout(60_000)
  expect(await reindex({ database: rows, progress: () => undefined, halted })).toBe(3)
  expect(await found()).toEqual(before)
}, 180_000)
