import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { startService } from '@portal/service-kit/start-service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'
import { embeddings } from './embeddings-schema.ts'

const patience = { timeout: 60_000, interval: 20 }

let engines: DocumentEngines
beforeAll(async () => {
  engines = await openDocumentEngines()
})
afterAll(() => engines.close())

/**
 * An encoder that waits for leave before each batch of passages, and keeps what it was given. Its
 * vectors do not matter here, so none is computed.
 */
function pacedEmbedder() {
  const batches: (readonly string[])[] = []
  const waiting: (() => void)[] = []
  let isFree = false
  const embedder: Embedder = Object.assign(Object.create(engines.ports.embedder), {
    embed: async (...given: Parameters<Embedder['embed']>) => {
      if (!isFree) await new Promise<void>((resolve) => waiting.push(resolve))
      batches.push(given[0])
      return given[0].map(() => new Float32Array(engines.ports.embedder.dimensions).fill(1))
    },
    tokens: undefined,
  })
  const letOne = () =>
    vi.waitFor(() => {
      const next = waiting.shift()
      if (!next) throw new Error('Nothing waits for the encoder.')
      next()
    }, patience)
  const letAll = () => {
    isFree = true
    for (const next of waiting.splice(0)) next()
  }
  return { embedder, batches, waiting, letOne, letAll }
}

const admin = (under: ServiceUnderTest, organizationId: number) =>
  under.as({ personId: `admin-${organizationId}`, organizationId, role: 'admin' })

async function upload(client: Client, title: string, text: string): Promise<string> {
  const form = { title }
  const file = new Blob([text])
  const document = await client.call(documentsApi.uploadDocument, { form, file, fileName: 'policy.txt' })
  return document.id
}

const ingestion = async (client: Client, id: string) =>
  (await client.call(documentsApi.readDocument, { params: { id } })).ingestion.state

/** A text of this many clauses, each a passage of its own. */
function longText(clauses: number): string {
  return Array.from(
    { length: clauses },
    (_, at) =>
      `${at + 1}. Clause ${at + 1}\n\n${`Rule ${at + 1} binds everybody who works here. `.repeat(35)}\n`,
  ).join('\n')
}

it("another organization's sentence waits for one turn of a long text, and a short one of the same goes before the rest too", async () => {
  const paced = pacedEmbedder()
  const under = await startUnderTest(documents, { ports: { ...engines.ports, embedder: paced.embedder } })
  try {
    const [one, other] = [admin(under, 1), admin(under, 2)]
    const long = await upload(one, 'Long', longText(150))
    await vi.waitFor(async () => expect(await ingestion(one, long)).toBe('indexing'), patience)
    await paced.letOne()
    const foreign = await upload(other, 'Foreign', 'Visitors are accompanied at all times.')
    const short = await upload(one, 'Short', 'Badges are worn visibly.')
    for (const [client, id] of [
      [other, foreign],
      [one, short],
    ] as const)
      await vi.waitFor(async () => expect(await ingestion(client, id)).toBe('indexing'), patience)
    // The long text's next turn, which may come before theirs, and both of them.
    await vi.waitFor(() => expect(paced.waiting).toHaveLength(3), patience)
    for (let turn = 0; turn < 3; turn += 1) await paced.letOne()
    await vi.waitFor(async () => expect(await ingestion(other, foreign)).toBe('ready'), patience)
    await vi.waitFor(async () => expect(await ingestion(one, short)).toBe('ready'), patience)
    expect(await ingestion(one, long)).toBe('indexing')
    paced.letAll()
    await vi.waitFor(async () => expect(await ingestion(one, long)).toBe('ready'), patience)
    const encoded = paced.batches.flat()
    expect(new Set(encoded).size).toBe(encoded.length)
  } finally {
    await under.stop()
  }
}, 180_000)

it('different contents of an organization are encoded side by side, and what two documents share once', async () => {
  const paced = pacedEmbedder()
  const under = await startUnderTest(documents, { ports: { ...engines.ports, embedder: paced.embedder } })
  try {
    const client = admin(under, 1)
    const ids = [await upload(client, 'Three', longText(3))]
    await vi.waitFor(() => expect(paced.waiting).toHaveLength(1), patience)
    ids.push(await upload(client, 'Five', longText(5)), await upload(client, 'Three again', longText(3)))
    await vi.waitFor(() => expect(paced.waiting).toHaveLength(2), patience)
    paced.letAll()
    for (const id of ids) {
      await vi.waitFor(async () => expect(await ingestion(client, id)).toBe('ready'), patience)
    }
    expect(paced.batches.map((texts) => texts.length)).toEqual([3, 2])
  } finally {
    paced.letAll()
    await under.stop()
  }
}, 180_000)

it('what another document was having encoded is encoded after all when that fails', async () => {
  const paced = pacedEmbedder()
  let failures = 0
  const embedder: Embedder = Object.assign(Object.create(paced.embedder), {
    embed: async (...given: Parameters<Embedder['embed']>) => {
      const vectors = await paced.embedder.embed(...given)
      failures += 1
      if (failures === 1) throw new Error('The first batch fails.')
      return vectors
    },
  })
  const under = await startUnderTest(documents, { ports: { ...engines.ports, embedder } })
  try {
    const client = admin(under, 1)
    const ids = [await upload(client, 'Three', longText(3))]
    await vi.waitFor(() => expect(paced.waiting).toHaveLength(1), patience)
    ids.push(await upload(client, 'Four', longText(4)))
    await vi.waitFor(() => expect(paced.waiting).toHaveLength(2), patience)
    paced.letAll()
    for (const id of ids) {
      await vi.waitFor(async () => expect(await ingestion(client, id)).toBe('ready'), patience)
    }
    expect(paced.batches.flat()).toHaveLength(3 + 1 + 3)
  } finally {
    paced.letAll()
    await under.stop()
  }
}, 180_000)

it('a document is encoded while another one is written to the index', async () => {
  const paced = pacedEmbedder()
  paced.letAll()
  const mayWrite = Promise.withResolvers<void>()
  const index = Object.assign(Object.create(engines.ports.index), {
    replaceDocument: async (...given: Parameters<typeof engines.ports.index.replaceDocument>) => {
      await mayWrite.promise
      await engines.ports.index.replaceDocument(...given)
    },
  })
  const under = await startUnderTest(documents, {
    ports: { ...engines.ports, index, embedder: paced.embedder },
  })
  try {
    const client = admin(under, 1)
    const texts = ['Badges are worn visibly.', 'Visitors are accompanied.']
    const ids = await Promise.all(texts.map((text) => upload(client, text, text)))
    await vi.waitFor(() => expect(paced.batches.flat().toSorted()).toEqual(texts), patience)
    for (const id of ids) expect(await ingestion(client, id)).toBe('indexing')
    mayWrite.resolve()
    for (const id of ids) {
      await vi.waitFor(async () => expect(await ingestion(client, id)).toBe('ready'), patience)
    }
  } finally {
    mayWrite.resolve()
    await under.stop()
  }
}, 180_000)

it('after a restart in the middle nothing that was encoded is encoded again', async () => {
  const before = pacedEmbedder()
  const under = await startUnderTest(documents, { ports: { ...engines.ports, embedder: before.embedder } })
  try {
    const client = admin(under, 1)
    const id = await upload(client, 'Long', longText(100))
    await before.letOne()
    await before.letOne()
    await vi.waitFor(() => expect(before.batches).toHaveLength(2), patience)
    // The third batch has begun only when the second is stored.
    await vi.waitFor(async () => expect(await stored(under)).toBe(before.batches.flat().length), patience)
    await under.service.stop()
    const after = pacedEmbedder()
    after.letAll()
    const indexed = Promise.withResolvers<number>()
    const index = Object.assign(Object.create(engines.ports.index), {
      replaceDocument: (document: { readonly documentId: string; readonly passages: readonly unknown[] }) => {
        if (document.documentId === id) indexed.resolve(document.passages.length)
      },
    })
    const again = await startService(documents, {
      urls: under.urls,
      bus: under.bus,
      passportKeys: under.office.keys,
      ports: { ...engines.ports, index, embedder: after.embedder },
      log: createLogger({ service: 'documents', level: 'silent' }),
      listen: { host: '127.0.0.1', port: 0 },
      version: 'test',
    })
    const passages = await indexed.promise
    await again.stop()
    const encoded = [...before.batches.flat(), ...after.batches.flat()]
    expect(encoded).toHaveLength(passages)
    expect(new Set(encoded).size).toBe(passages)
  } finally {
    await under.stop()
  }
}, 180_000)

async function stored({ urls }: ServiceUnderTest): Promise<number> {
  const database = openDatabase({ urls, name: 'test' })
  const rows = await database.tenantTx(1, (db) => db.select().from(embeddings))
  await database.close()
  return rows.length
}
