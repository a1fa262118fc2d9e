import { hash } from 'node:crypto'
import { createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { startService } from '@portal/service-kit/start-service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { passages } from '../schema.ts'
import { service as documents } from '../service.ts'
import { activate, addVersion, settled, upload } from '../versions/versions.fixture.ts'
import { embeddings } from './embeddings-schema.ts'
import { reindex } from './reindex.ts'

const patience = { timeout: 60_000, interval: 50 }
const actor = { personId: 'admin', organizationId: 1, role: 'admin' } as const
const policyOf = (years: string) => `Archive\n\n1. Purpose\n\nRecords are kept for ${years} years.\n`

/** The encoder of a release that stores other states. */
function ofRelease(version: string, embedder: Embedder): Embedder {
  const { tokens } = embedder
  if (!tokens) throw new Error('The bundled encoder gives states of tokens.')
  return { ...embedder, tokens: { ...tokens, version } }
}

/** Leaves what a release stored before headings counted, known by the text alone. */
async function storeAsBefore(database: Database, model: string): Promise<void> {
  await database.tenantTx(1, async (db) => {
    const known = await db.select().from(passages)
    await db.delete(embeddings)
    for (const { id, text, organizationId } of known) {
      const contentHash = hash('sha256', text)
      await db.update(passages).set({ contentHash }).where(eq(passages.id, id))
      const before = { vector: new Uint8Array(1536), statesVersion: 'before', organizationId, contentHash }
      await db.insert(embeddings).values({ ...before, model })
    }
  })
}

/** Another process of documents, on the same database. */
async function startBeside({ urls, bus, office }: ServiceUnderTest, ports: DocumentEngines['ports']) {
  const service = await startService(documents, {
    ...{ urls, bus, passportKeys: office.keys, ports },
    log: createLogger({ service: 'documents', level: 'silent' }),
    listen: { host: '127.0.0.1', port: 0 },
    version: 'test',
  })
  onTestFinished(() => service.stop())
  return service
}

it('a release with other states encodes every version again, replaced and drafted ones too', async () => {
  const engines = await openDocumentEngines()
  onTestFinished(() => engines.close())
  const under = await startUnderTest(documents, { ports: engines.ports })
  onTestFinished(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  onTestFinished(() => database.close())
  const admin = under.as(actor)
  const { id, currentVersion } = await upload(admin, policyOf('seven'))
  await settled(admin, { documentId: id, id: currentVersion?.id ?? '' })
  const second = await addVersion(admin, id, { content: policyOf('eleven') })
  await settled(admin, second)
  await activate(admin, second)
  await settled(admin, await addVersion(admin, id, { content: policyOf('thirteen'), draft: 'true' }))
  const stored = () => database.tenantTx(1, (db) => db.select().from(embeddings))
  await vi.waitFor(async () => expect(await stored()).toHaveLength(3), patience)
  await under.service.stop()
  await storeAsBefore(database, engines.ports.embedder.model)

  const embedder = ofRelease('next', engines.ports.embedder)
  const again = await startBeside(under, { ...engines.ports, embedder })
  await vi.waitFor(async () => {
    const rows = await stored()
    expect(rows).toHaveLength(3)
    for (const { statesVersion, vector } of rows) {
      expect(statesVersion).toMatch(/^next\//)
      expect(vector.some((byte) => byte !== 0)).toBe(true)
    }
  }, patience)
  const asked = { question: 'How long are records kept?', limit: 5 }
  const client = createClient({
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set(passportHeader, await under.office.person(actor, ['documents']))
      return again.fetch(new Request(`http://service${String(url)}`, { ...init, headers }))
    },
  })
  const { passages: found } = await client.call(documentsApi.retrievePassages, { body: asked })
  expect(found.map(({ text }) => text).join()).toContain('eleven years')
}, 180_000)

it('what the former release indexed while both ran is encoded as the new one does, once it is asked to', async () => {
  const engines = await openDocumentEngines()
  onTestFinished(() => engines.close())
  const ofEngines = engines.ports.embedder
  const former = { ...engines.ports, embedder: ofRelease('former', ofEngines) }
  const under = await startUnderTest(documents, { ports: former })
  onTestFinished(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  onTestFinished(() => database.close())
  const admin = under.as(actor)
  await startBeside(under, { ...engines.ports, embedder: ofRelease('next', ofEngines) })
  for (const years of ['two', 'three', 'four', 'five', 'six', 'eight']) {
    const { id, currentVersion } = await upload(admin, policyOf(years))
    await settled(admin, { documentId: id, id: currentVersion?.id ?? '' })
  }
  await under.service.stop()
  const release = async () => {
    const rows = await database.tenantTx(1, (db) => db.select().from(embeddings))
    return rows.map(({ statesVersion }) => statesVersion?.split('/')[0])
  }
  await reindex({ database, progress: () => {}, halted: new AbortController().signal })
  expect(await release()).toEqual(Array(6).fill('next'))
}, 180_000)
