import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { inDocumentWords } from '@portal/ranking/analysis/everyday-phrases'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { notingEmbedder } from '@portal/testkit/models/noting-embedder'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'

const question = 'How long are badges kept?'
const encoded: string[] = []
/** Whose each of them is, of which nobody is the owner while documents are indexed. */
const owners: (number | undefined)[] = []
let engines: DocumentEngines
let under: ServiceUnderTest
let admin: Client

beforeAll(async () => {
  engines = await openDocumentEngines()
  const embedder = notingEmbedder(engines.ports.embedder, (texts, _, options) => {
    encoded.push(...texts)
    owners.push(options?.organizationId)
  })
  under = await startUnderTest(documents, { ports: { ...engines.ports, embedder } })
  admin = under.as({ personId: 'ada', organizationId: 1, role: 'admin' })
  const text = 'Badges\n\nBadges are kept for seven years.\n\nThe canteen is open at noon.\n'
  const file = new Blob([text])
  await admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: 'badges.txt' })
  await vi.waitFor(async () => expect(await retrieve(admin)).toHaveLength(1), { timeout: 30_000 })
})
afterAll(async () => {
  await under.stop()
  await engines.close()
})
beforeEach(() => {
  encoded.length = 0
  owners.length = 0
})

const retrieve = async (client: Client) =>
  (await client.call(documentsApi.retrievePassages, { body: { question, limit: 5 } })).passages
const compare = async (client: Client, spans: { passageId: string; start: number; end: number }[]) =>
  (await client.call(documentsApi.compareSpans, { body: { question, spans } })).similarities

async function spansOf(...texts: string[]) {
  const [passage] = await retrieve(admin)
  return texts.map((text) => {
    const start = passage?.text.indexOf(text) ?? 0
    return { passageId: passage?.id ?? '', start, end: start + text.length }
  })
}

it('a sentence that answers is nearer to its question than one that does not', async () => {
  const spans = await spansOf('Badges are kept for seven years.', 'The canteen is open at noon.')
  const [near, far] = await compare(admin, spans)
  expect(near).toBeGreaterThan(far ?? 1)
})

it('what a question has encoded is its organization’s, which takes turns with others', async () => {
  await admin.call(documentsApi.retrievePassages, { body: { question: 'Who may eat there?', limit: 5 } })
  await compare(admin, await spansOf('is open at noon'))
  expect(encoded).toContainEqual(expect.stringContaining('is open at noon'))
  expect(new Set(owners)).toEqual(new Set([1]))
})

it('nothing is encoded twice: not the question after its retrieval, nor a sentence asked about again', async () => {
  const other = 'When is the canteen open?'
  await admin.call(documentsApi.retrievePassages, { body: { question: other, limit: 5 } })
  const spans = await spansOf('kept for seven years', 'kept for seven years')
  encoded.length = 0
  for (const _ of [1, 2]) await admin.call(documentsApi.compareSpans, { body: { question: other, spans } })
  expect(encoded).toEqual(['badges.txt > Badges: kept for seven years'])
})

it('a sentence is compared with what documents say for an everyday phrase, if that is nearer', async () => {
  const spans = await spansOf('Badges are kept for seven years.')
  const near = async (asked: string) => {
    const body = { question: asked, spans }
    return (await admin.call(documentsApi.compareSpans, { body })).similarities[0] ?? 0
  }
  const phrase = 'Who looks after the badges?'
  const meant = inDocumentWords(phrase)
  expect(meant).toContain('responsible')
  expect(await near(phrase)).toBeGreaterThanOrEqual(await near(meant ?? ''))
})

it('a row of a table is encoded with what announces the table and the names of its columns', async () => {
  const other = under.as({ personId: 'bo', organizationId: 2, role: 'admin' })
  const table = 'Losses\n\nLost badges cost:\n\n| Site | Price |\n|---|---|\n| Lyon | 9 |\n'
  await other.call(documentsApi.uploadDocument, {
    form: {},
    file: new Blob([table]),
    fileName: 'losses.txt',
  })
  const spans = await vi.waitFor(
    async () => {
      const passages = await retrieve(other)
      const row = passages.find(({ text }) => text.includes('Lyon\t9'))
      const start = row?.text.indexOf('Lyon\t9') ?? -1
      expect(start).toBeGreaterThan(-1)
      return [{ passageId: row?.id ?? '', start, end: start + 6 }]
    },
    { timeout: 30_000 },
  )
  encoded.length = 0
  await compare(other, spans)
  expect(encoded).toEqual(['losses.txt > Losses: Lost badges cost: Lyon (Site); 9 (Price)'])
})

it('the words of a sentence are encoded alone, if that is asked', async () => {
  const [span = { passageId: '', start: 0, end: 1 }] = await spansOf('The canteen is open')
  encoded.length = 0
  const spans = [{ ...span, isAlone: true }]
  const { similarities } = await admin.call(documentsApi.compareSpans, { body: { question, spans } })
  expect(similarities).toEqual([expect.any(Number)])
  expect(encoded).toEqual(['The canteen is open'])
})

it('what two people ask about at the same time is encoded once', async () => {
  const spans = await spansOf('canteen is open at noon')
  encoded.length = 0
  const [mine, theirs] = await Promise.all([compare(admin, spans), compare(admin, spans)])
  expect(mine).toEqual(theirs)
  expect(encoded).toEqual(['badges.txt > Badges: canteen is open at noon'])
})

it('a quotation holds if it is what the text says there, in one passage, across its heading, or beside signs of two units', async () => {
  const other = under.as({ personId: 'cy', organizationId: 3, role: 'admin' })
  const text = 'Badges 🎫\n\nBadges 🎫 are kept for seven years.\n\nGates\n\nGates are closed at noon.'
  await other.call(documentsApi.uploadDocument, { form: {}, file: new Blob([text]), fileName: 'gates.txt' })
  await vi.waitFor(async () => expect((await retrieve(other)).length).toBeGreaterThan(0), { timeout: 30_000 })
  const [{ versionId } = { versionId: '' }] = await retrieve(other)
  const spanOf = (quote: string) => {
    const start = text.indexOf(quote)
    return { versionId, start, end: start + quote.length, text: quote }
  }
  const quotations = ['are kept for seven', 'years.\n\nGates\n\nGates are', '🎫\n\nBadges', 'at noon.'].map(
    spanOf,
  )
  const [first = spanOf('')] = quotations
  const wrong = [
    { ...first, text: 'are kept for eight' },
    { ...first, start: 0, end: 0, text: '' },
  ]
  const check = async (client: Client, spans: readonly (typeof first)[]) =>
    (await client.call(documentsApi.verifySpans, { body: { spans: [...spans] } })).valid
  expect(await check(other, quotations)).toEqual([true, true, true, true])
  expect(await check(other, [...wrong, ...quotations.map((one) => ({ ...one, text: 'x' }))])).toEqual(
    Array(6).fill(false),
  )
  expect(await check(admin, quotations)).toEqual(Array(4).fill(false))
})

it('a quotation is compared with its passage: no text of many megabytes is read for it', async () => {
  const [passage] = await retrieve(admin)
  if (!passage) throw new Error('Nothing was found.')
  const { versionId, start, end, text } = passage
  const database = openDatabase({ urls: under.urls, name: 'without-texts' })
  await database.tenantTx(1, (db) => db.execute(sql`update version_texts set text = 'not read'`))
  await database.close()
  const body = { spans: [{ versionId, start, end, text }] }
  expect(await admin.call(documentsApi.verifySpans, { body })).toEqual({ valid: [true] })
})

it('a passage of another organization, one that is not there, and an empty span have no similarity', async () => {
  const [span = { passageId: '', start: 0, end: 1 }] = await spansOf('Badges are kept')
  const stranger = under.as({ personId: 'eve', organizationId: 2, role: 'admin' })
  expect(await compare(stranger, [span])).toEqual([null])
  const asked = [{ ...span, passageId: uuidV7() }, { ...span, end: span.start }, span]
  expect(await compare(admin, asked)).toEqual([null, null, expect.any(Number)])
})
