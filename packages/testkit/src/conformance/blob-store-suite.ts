import { createHash, randomUUID } from 'node:crypto'
import { type BlobEntry, BlobKeyError, type BlobStore } from '@portal/service-kit/ports/blob-store'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeConformance } from './describe-conformance.ts'

/**
 * `damage` changes a stored blob behind the store's back; `leaveUnfinished` starts a put and
 * abandons it, as a crash does.
 */
export interface BlobStoreUnderTest {
  readonly store: BlobStore
  readonly damage: (key: string) => Promise<void>
  readonly leaveUnfinished: () => Promise<void>
  readonly close: () => Promise<void>
}

const keyOf = (organization: number) => `org/${organization}/${randomUUID()}`

async function collect(entries: AsyncIterable<BlobEntry>): Promise<string[]> {
  const collected: string[] = []
  for await (const { key } of entries) collected.push(key)
  return collected.toSorted()
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** What every blob store promises (ports/blob-store). `open` returns an empty store. */
export function blobStoreSuite(engine: string, open: () => Promise<BlobStoreUnderTest>): void {
  describeConformance('blob store', engine, () => {
    let opened: BlobStoreUnderTest
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    itKeepsContent(() => opened)
    itRefusesKeys(() => opened.store)
    itLists(() => opened.store)
    itSweeps(() => opened)
    itPurges(() => opened.store)
  })
}

function itKeepsContent(opened: () => BlobStoreUnderTest): void {
  it('gives back byte for byte what was put, with size and checksum', async () => {
    const content = new Uint8Array(300_000).map((_, index) => (index * 31) % 256)
    const key = keyOf(1)
    const info = await opened().store.put(key, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(info).toEqual({ key, sizeBytes: content.byteLength, sha256 })
    expect(Buffer.compare((await opened().store.get(key)) ?? new Uint8Array(), content)).toBe(0)
  })

  it('gives back a large blob that a store may keep in parts', async () => {
    const content = new Uint8Array(20 * 1024 * 1024).map((_, index) => (index * 7 + (index >> 16)) % 256)
    const key = keyOf(1)
    const { sha256 } = await opened().store.put(key, content)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(Buffer.compare((await opened().store.get(key)) ?? new Uint8Array(), content)).toBe(0)
  })

  it.each([
    { start: 0, end: 10 },
    { start: 99_990, end: 200_010 },
    { start: 299_999, end: 300_000 },
    { start: 299_000, end: 900_000 },
    { start: 300_000, end: 300_001 },
    { start: 5, end: 5 },
  ])('gives the part from $start to $end, as far as the blob reaches', async ({ start, end }) => {
    const content = new Uint8Array(300_000).map((_, index) => (index * 31) % 256)
    const key = keyOf(1)
    await opened().store.put(key, content)
    const part = await opened().store.getPart(key, start, end)
    expect(Buffer.compare(part ?? new Uint8Array(1), content.subarray(start, end))).toBe(0)
  })

  it('keeps an empty blob as a blob', async () => {
    const key = keyOf(1)
    await opened().store.put(key, new Uint8Array())
    expect((await opened().store.get(key))?.byteLength).toBe(0)
  })

  it('answers null for a key without a blob, and deleting it is no error', async () => {
    const key = keyOf(1)
    expect(await opened().store.get(key)).toBeNull()
    expect(await opened().store.getPart(key, 0, 10)).toBeNull()
    await opened().store.delete(key)
    await opened().store.put(key, bytes('here'))
    await opened().store.delete(key)
    expect(await opened().store.get(key)).toBeNull()
  })

  it('shows one of two contents whole when both are put under one key at once', async () => {
    const key = keyOf(1)
    const contents = [new Uint8Array(200_000).fill(1), new Uint8Array(100_000).fill(2)]
    await Promise.all(contents.map((content) => opened().store.put(key, content)))
    const stored = await opened().store.get(key)
    expect(contents.some((content) => stored !== null && Buffer.compare(content, stored) === 0)).toBe(true)
  })

  it('gives no content whose checksum does not match', async () => {
    const { store, damage } = opened()
    const key = keyOf(1)
    await store.put(key, bytes('approved by the board'))
    await damage(key)
    await expect(store.get(key)).rejects.toThrow(/checksum/)
  })

  it('says that it can be read and written', async () => {
    await opened().store.check()
  })
}

function itRefusesKeys(store: () => BlobStore): void {
  const keys = [
    '',
    '/a',
    'a/',
    'a//b',
    'org/1/../2/x',
    '..',
    './a',
    'a/./b',
    'a\\b',
    'a\0b',
    'a b',
    `a/${'x'.repeat(600)}`,
  ]
  it.each(keys)('refuses the key %j in every call', async (key) => {
    await expect(store().put(key, bytes('x'))).rejects.toThrow(BlobKeyError)
    await expect(store().get(key)).rejects.toThrow(BlobKeyError)
    await expect(store().getPart(key, 0, 1)).rejects.toThrow(BlobKeyError)
    await expect(store().delete(key)).rejects.toThrow(BlobKeyError)
  })

  it('refuses a prefix that leads elsewhere', async () => {
    await expect(collect(store().list('org/1/../'))).rejects.toThrow(BlobKeyError)
  })
}

function itLists(store: () => BlobStore): void {
  it("lists an organization's keys and no other's, though its number begins alike", async () => {
    const [own, other] = [[keyOf(7001), keyOf(7001)], [keyOf(70011)]]
    for (const key of [...own, ...other]) await store().put(key, bytes(key))
    expect(await collect(store().list('org/7001/'))).toEqual(own.toSorted())
    expect(await collect(store().list('org/7001'))).toHaveLength(3)
    expect(await collect(store().list('org/7002/'))).toEqual([])
  })

  it('lists a key only while its blob is there, with the time of storing', async () => {
    const key = keyOf(7003)
    const before = Date.now()
    await store().put(key, bytes('x'))
    for await (const { storedAt } of store().list(key)) {
      // Some stores count whole seconds.
      expect(storedAt.getTime()).toBeGreaterThan(before - 2000)
      expect(storedAt.getTime()).toBeLessThan(Date.now() + 2000)
    }
    expect(await collect(store().list('org/7003/'))).toEqual([key])
    await store().delete(key)
    expect(await collect(store().list('org/7003/'))).toEqual([])
  })
}

function itSweeps(opened: () => BlobStoreUnderTest): void {
  it('removes what died in the middle once it is old enough, and no blob', async () => {
    const { store, leaveUnfinished } = opened()
    const key = keyOf(7004)
    await store.put(key, bytes('whole'))
    await store.removeUnfinished(0)
    await leaveUnfinished()
    expect(await store.removeUnfinished(3600_000)).toBe(0)
    // A store's clock may be slightly ahead, or count whole seconds.
    await vi.waitFor(async () => expect(await store.removeUnfinished(0)).toBe(1))
    expect(await store.removeUnfinished(0)).toBe(0)
    expect(await store.get(key)).not.toBeNull()
  })
}

function itPurges(store: () => BlobStore): void {
  it("purges one organization's blobs, more than a page of them, and none of another whose number begins alike", async () => {
    const own = Array.from({ length: 1050 }, () => keyOf(7005))
    const others = [keyOf(70051), keyOf(7006)]
    for (const keys of chunks([...own, ...others], 50))
      await Promise.all(keys.map((key) => store().put(key, bytes(key))))
    expect(await store().countOf(7005)).toBe(own.length)
    await store().purge(7005)
    expect(await store().countOf(7005)).toBe(0)
    expect(await collect(store().list('org/7005/'))).toEqual([])
    for (const key of others) expect(new Uint8Array((await store().get(key)) ?? [])).toEqual(bytes(key))
    await store().purge(7005)
    expect(await store().get(own[0] ?? '')).toBeNull()
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses to purge the organization %d', async (organizationId) => {
    await expect(store().purge(organizationId)).rejects.toThrow(BlobKeyError)
    await expect(store().countOf(organizationId)).rejects.toThrow(BlobKeyError)
  })
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}
