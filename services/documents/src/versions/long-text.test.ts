import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listVersions, startVersionsUnderTest, statusOf, upload } from './versions.fixture.ts'

const patience = { timeout: 60_000, interval: 50 }

/** Texts of megabytes take minutes to encode, which is not what this is about. */
const withoutEncoding = (embedder: Embedder): Embedder =>
  Object.assign(Object.create(embedder), {
    embed: async (texts: readonly string[]) =>
      texts.map(() => new Float32Array(embedder.dimensions).fill(1 / Math.sqrt(embedder.dimensions))),
    tokens: undefined,
  })

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
beforeAll(async () => {
  portal = await startVersionsUnderTest((ports) => ({ ...ports, embedder: withoutEncoding(ports.embedder) }))
})
afterAll(() => portal.stop())

/** Characters that JSON escapes, and those of two units, which a piece may cut in two. */
const clause = (at: number) => `Clause ${at} says "\\${at}" 😀😀😀 and é, of the register in room ${at % 97}.`
const longPolicy = (from: number) =>
  `Register Policy\n\n1. Purpose\n\n${Array.from({ length: 24_000 }, (_, at) => clause(from + at)).join('\n\n')}\n`

interface Read {
  readonly documentId: string
  readonly id: string
}

async function longDocument(admin: Client, from = 0): Promise<Read> {
  const { id: documentId, currentVersion } = await upload(admin, longPolicy(from))
  const id = currentVersion?.id ?? ''
  await vi.waitFor(async () => {
    const [version] = await listVersions(admin, documentId)
    expect(version?.content).toContain('Register Policy')
  }, patience)
  return { documentId, id }
}

const address = ({ documentId, id }: Read) =>
  routeUrl(documentsApi.readVersionText, { id: documentId, versionId: id })
const read = (client: Client, { documentId, id }: Read) =>
  client.call(documentsApi.readVersionText, { params: { id: documentId, versionId: id } })

it('a text of megabytes comes whole, with its facts and sections', async () => {
  const { admin, as } = await portal.newOrganization()
  const long = await longDocument(admin)
  const { text, sections, versionId, pages } = await read(as('team_member'), long)
  expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024)
  expect(text.isWellFormed()).toBe(true)
  for (const at of [0, 11_999, 23_999]) expect(text).toContain(clause(at))
  expect(text.match(/😀/gu)).toHaveLength(3 * 24_000)
  expect({ versionId, pages, titles: sections.map(({ title }) => title) }).toMatchObject({
    versionId: long.id,
    pages: [],
    titles: expect.arrayContaining(['1. Purpose']),
  })
}, 240_000)

it('who may not read it gets the same 404 as of an unknown one', async () => {
  const { admin } = await portal.newOrganization()
  const long = await longDocument(admin)
  const stranger = (await portal.newOrganization()).admin
  expect(await statusOf(read(stranger, long))).toBe(404)
}, 240_000)

it('a person holds only so many that they do not take; others read on, and so do they once one is over', async () => {
  const { admin, as } = await portal.newOrganization()
  const long = await longDocument(admin)
  const held = await Promise.all([1, 2, 3].map(() => admin.request('GET', address(long))))
  expect(await statusOf(read(admin, long))).toBe(429)
  expect((await read(as('manager'), long)).text).toContain(clause(7))
  const [first, ...others] = held
  await first?.text()
  expect((await read(admin, long)).text).toContain(clause(7))
  await Promise.all(others.map(({ body }) => body?.cancel()))
  expect((await read(admin, long)).text).toContain(clause(7))
}, 240_000)
