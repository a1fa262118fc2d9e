import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { provisionBucket } from '@portal/adapters/blob-store/s3/provision-bucket'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { StatusPart } from '@portal/contracts/gateway'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startOnSmallDisk } from './engine-on-small-disk.fixture.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.fixture.ts'

const megabyte = 1024 * 1024
const diskBytes = 48 * megabyte
const patience = { timeout: 60_000, interval: 100 }
const closing: (() => PromiseLike<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A file store on a disk that can be filled. */
interface StoreOnSmallDisk {
  readonly store: BlobStore
  readonly disk: SmallDisk
}

async function openS3(): Promise<StoreOnSmallDisk> {
  const engine = await startOnSmallDisk('s3', diskBytes)
  closing.push(() => engine[Symbol.asyncDispose]())
  await provisionBucket(engine.url)
  return { store: await openBlobStore(engine.url), disk: engine.disk }
}

async function openFolder(): Promise<StoreOnSmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const disk = await mountSmallDisk(folder, diskBytes)
  closing.push(() => disk[Symbol.asyncDispose]())
  return { store: await openBlobStore(pathToFileURL(folder).href), disk }
}

const fullS3 = 'The file store has no space left.'
/** From 8 MB on, files go to an S3 store in parts. */
const small = Buffer.alloc(300_000, 1)
const large = Buffer.alloc(12_000_000, 2)
const other = Buffer.alloc(400_000, 3)

it.each([
  ['S3 store', openS3, fullS3],
  ['folder of files', openFolder, 'The folder for files has no space left.'],
])(
  'a full %s says so, keeps what it has, shows nothing half-written, lets go of files, and takes files again once there is room',
  async (_, open, message) => {
    const { store, disk } = await open()
    const full = { name: 'EngineUnavailable', message }
    const eventually = <T>(act: () => Promise<T>) => vi.waitFor(act, patience)
    const holds = async (key: string, content: Buffer) =>
      expect(content.equals((await store.get(key)) ?? new Uint8Array())).toBe(true)
    await eventually(() => store.put('org/1/small', small))
    await eventually(() => store.put('org/1/large', large))
    await eventually(() => store.check())

    // Room for a large file's first part, but not for the second.
    await disk.fill(10 * megabyte)
    await eventually(() => expect(store.put('org/1/late', large)).rejects.toMatchObject(full))
    await disk.fill()
    await eventually(() => expect(store.check()).rejects.toMatchObject(full))
    await eventually(() => expect(store.put('org/1/small', other)).rejects.toMatchObject(full))

    expect(await keysOf(store)).toEqual(['org/1/large', 'org/1/small'])
    expect(await store.removeUnfinished(0)).toBe(0)
    await holds('org/1/small', small)
    await holds('org/1/large', large)
    await store.delete('org/1/large')
    await eventually(() => store.put('org/1/small', other))

    await disk.free()
    await eventually(() => store.check())
    await eventually(() => store.put('org/1/late', large))
    expect(await keysOf(store)).toEqual(['org/1/late', 'org/1/small'])
    await holds('org/1/small', other)
    await holds('org/1/late', large)
  },
)

it('with the file store full uploads answer 503 with Retry-After and leave nothing behind, everything else works, and the same process goes on once there is room', async () => {
  const { store, disk } = await openS3()
  const { under, admin } = await startDocuments(store)
  const titles = ['backups', 'badges', 'visitors']
  const uploads = await Promise.all(titles.map((title) => upload(admin, title)))
  for (const { id } of uploads) await untilReady(admin, id)
  await disk.fill()

  const refused = await rawUpload(under, { personId: 'p', organizationId: 1, role: 'admin' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'upstream_unavailable' })
  const unavailable = { state: 'unavailable', detail: fullS3 }
  await vi.waitFor(async () => expect(await fileStoreOf(under)).toMatchObject(unavailable), patience)
  const listed = await admin.call(documentsApi.listDocuments, { query: {} })
  expect(listed.map(({ title }) => title).sort()).toEqual(titles)
  expect(await keysOf(store)).toHaveLength(titles.length)

  await disk.free()
  const { id } = await upload(admin, 'afterwards')
  await untilReady(admin, id)
  await vi.waitFor(async () => expect(await fileStoreOf(under)).toMatchObject({ state: 'ready' }), patience)
  expect(await keysOf(store)).toHaveLength(titles.length + 1)
})

async function keysOf(store: BlobStore): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.list('org/1/')) found.push(key)
  return found.sort()
}

/** The documents service with its files on the small disk. */
async function startDocuments(blobs: BlobStore): Promise<{ under: ServiceUnderTest; admin: Client }> {
  const engines: DocumentEngines = await openDocumentEngines()
  closing.push(() => engines.close())
  const under = await startUnderTest(documents, { ports: { ...engines.ports, blobs } })
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

/** An upload whose response headers are needed. */
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
