import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { documentsApi } from '@portal/contracts/documents'
import { type ReindexProgress, reindex } from '@portal/documents-service/ingestion/reindex'
import { service as documents } from '@portal/documents-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const patience = { timeout: 45_000, interval: 25 }
const actor = { personId: 'p', organizationId: 1, role: 'admin' as const }
let engines: DocumentEngines
let under: ServiceUnderTest
let rows: Database
/** Replaced by tests that lose it. */
let index: SearchIndex
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reindex-'))
  engines = await openDocumentEngines()
  await loseIndex()
  const present: SearchIndex = {
    prepare: (encoder) => index.prepare(encoder),
    replaceDocument: (document) => index.replaceDocument(document),
    search: (query) => index.search(query),
    holds: index.holds,
    countOf: (organizationId) => index.countOf(organizationId),
    purge: (organizationId) => index.purge(organizationId),
    check: () => index.check(),
    close: () => index.close(),
  }
  under = await startUnderTest(documents, { ports: { ...engines.ports, index: present } })
  rows = openDatabase({ urls: under.urls, name: 'operator', appConnections: 1, platformConnections: 1 })
})
afterAll(async () => {
  await rows.close()
  await under.stop()
  await engines.close()
  await index.close()
  await rm(folder, { recursive: true })
})

/** Replaces it with an empty one. */
async function loseIndex(): Promise<void> {
  await index?.close()
  index = await openSearchIndex(`sqlite:${join(folder, crypto.randomUUID())}`)
  await index.prepare(engines.ports.embedder)
}

test('an index that lost its documents is filled again from the rows, removed ones stay away, and progress is told to the end', async () => {
  const admin = under.as(actor)
  const upload = (subject: string) =>
    admin.call(documentsApi.uploadDocument, {
      form: {},
      file: new Blob([
        `${subject} Policy\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`,
      ]),
      fileName: `${subject}.txt`,
    })
  const kept = await upload('badges')
  const removed = await upload('visitors')
  await vi.waitFor(
    async () => expect(await found('records')).toEqual(new Set([kept.id, removed.id])),
    patience,
  )
  await admin.call(documentsApi.deleteDocument, { params: { id: removed.id } })
  await vi.waitFor(async () => expect(await found('records')).toEqual(new Set([kept.id])), patience)
  await loseIndex()
  expect(await found('records')).toEqual(new Set())

  const steps: ReindexProgress[] = []
  const progress = (step: ReindexProgress) => void steps.push(step)
  const halted = AbortSignal.timeout(15_000)
  expect(await reindex({ database: rows, progress, halted })).toBe(2)
  expect(steps.at(-1)).toEqual({ done: 2, of: 2 })
  expect(await found('records')).toEqual(new Set([kept.id]))
})

async function found(question: string): Promise<Set<string>> {
  const { passages } = await under
    .as(actor)
    .call(documentsApi.retrievePassages, { body: { question, limit: 50 } })
  return new Set(passages.map(({ documentId }) => documentId))
}
