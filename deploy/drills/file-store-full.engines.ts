import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { provisionBucket } from '@portal/adapters/blob-store/provision-bucket'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { StatusPart } from '@portal/contracts/gateway'
import { passportHeader } from '@portal/contracts/passport'
import { documents } from '@portal/documents-service/service'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type EngineOnSmallDisk, startOnSmallDisk } from './engine-on-small-disk.fixture.ts'

const megabyte = 1024 * 1024
const patience = { timeout: 60_000, interval: 100 }
const full = { name: 'EngineUnavailable', message: 'The file store has no space left.' }
const closing: (() => PromiseLike<void>)[] = []
let engine: EngineOnSmallDisk
let store: BlobStore

beforeEach(async () => {
  engine = await startOnSmallDisk('s3', 48 * megabyte)
  closing.push(() => engine[Symbol.asyncDispose]())
  await provisionBucket(engine.url)
  store = await openBlobStore(engine.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Large ones go to the store in parts of 8 MB. */
const small = Buffer.alloc(300_000, 1)
const large = Buffer.alloc(12_000_000, 2)
const other = Buffer.alloc(400_000, 3)

it('a full file store says so, keeps what it has, shows nothing half-written, lets go of files, and takes files again once there is room', async () => {
  await store.put('org/1/small', small)
  await store.put('org/1/large', large)
  await store.check()

  // Room for the first part of a large file, and not for the second.
  await engine.disk.fill(10 * megabyte)
  await expect(store.put('org/1/late', large)).rejects.toMatchObject(full)
  await engine.disk.fill()
  await expect(store.check()).rejects.toMatchObject({ ...full, retryAfterSeconds: 5 })
  await expect(store.put('org/1/small', other)).rejects.toMatchObject(full)

  expect(await keys()).toEqual(['org/1/large', 'org/1/small'])
  expect(await store.removeUnfinished(0)).toBe(0)
  expect([await holds('org/1/small', small), await holds('org/1/large', large)]).toEqual([true, true])
  await store.delete('org/1/large')
  await store.put('org/1/small', other)

  await engine.disk.free()
  await store.check()
  await store.put('org/1/late', large)
  expect(await keys()).toEqual(['org/1/late', 'org/1/small'])
  expect([await holds('org/1/small', other), await holds('org/1/late', large)]).toEqual([true, true])
})

it('with the file store full uploads answer 503 with Retry-After and leave nothing behind, everything else works, and the same process goes on once there is room', async () => {
  const { under, admin } = await startDocuments()
  const titles = ['backups', 'badges', 'visitors']
  const uploads = await Promise.all(titles.map((title) => upload(admin, title)))
  for (const { id } of uploads) await untilReady(admin, id)
  await engine.disk.fill()

  const refused = await rawUpload(under, { personId: 'p', organizationId: 1, role: 'admin' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'upstream_unavailable' })
  expect(await fileStoreOf(under)).toMatchObject({ state: 'unavailable', detail: full.message })
  const listed = await admin.call(documentsApi.listDocuments, { query: {} })
  expect(listed.map(({ title }) => title).sort()).toEqual(titles)
  expect(await keys()).toHaveLength(titles.length)

  await engine.disk.free()
  const { id } = await upload(admin, 'afterwards')
  await untilReady(admin, id)
  expect(await fileStoreOf(under)).toMatchObject({ state: 'ready' })
  expect(await keys()).toHaveLength(titles.length + 1)
})

async function holds(key: string, content: Buffer): Promise<boolean> {
  const stored = await store.get(key)
  return stored !== null && content.equals(stored)
}

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.list('org/1/')) found.push(key)
  return found.sort()
}

/** The documents service with its files on the small disk. */
async function startDocuments(): Promise<{ under: ServiceUnderTest; admin: Client }> {
  const engines: DocumentEngines = await openDocumentEngines()
  closing.push(() => engines.close())
  const under = await startUnderTest(documents, { ports: { ...engines.ports, blobs: store } })
  closing.push(() => under.stop())
  return { under, admin: under.as({ personId: 'p', organizationId: 1, role: 'admin' }) }
}

function upload(client: Client, title: string) {
  const file = new Blob([`${title}\n\nRecords of ${title} are kept for seven years.`])
  return client.call(documentsApi.uploadDocument, { form: { title }, file, fileName: 'policy.txt' })
}

async function untilReady(client: Client, id: string): Promise<void> {
  await vi.waitFor(async () => {
    const { ingestion } = await client.call(documentsApi.readDocument, { params: { id } })
    expect(ingestion.state).toBe('ready')
  }, patience)
}

/** An upload whose answer's headers can be looked at. */
async function rawUpload(under: ServiceUnderTest, actor: Actor): Promise<Response> {
  const body = new FormData()
  body.set('file', new File(['Refused.'], 'refused.txt'))
  const headers = { [passportHeader]: await under.office.person(actor, ['documents']) }
  return under.service.fetch(new Request('http://service/api/documents', { method: 'POST', headers, body }))
}

async function fileStoreOf(under: ServiceUnderTest): Promise<StatusPart | undefined> {
  const answer = await under.service.fetch(new Request('http://service/enginez'))
  const parts = z.array(StatusPart).parse(await answer.json())
  return parts.find(({ name }) => name === 'blobs')
}
