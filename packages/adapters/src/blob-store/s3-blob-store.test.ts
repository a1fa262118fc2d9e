import { expect, test } from 'vitest'
import { openBlobStore } from './open-blob-store.ts'
import { startStrictStore } from './s3/strict-store.fixture.ts'

const keysOf = (organization: number, count: number) =>
  Array.from({ length: count }, (_, n) => `org/${organization}/${String(n).padStart(4, '0')}`)

test('a store that wants a Content-MD5 for many deletions at once is purged page by page, a few at a time', async () => {
  await using store = await startStrictStore()
  for (const key of [...keysOf(1, 250), ...keysOf(11, 2)]) store.keys.add(key)
  await (await openBlobStore(store.url)).purge(1)
  expect([...store.keys]).toEqual(keysOf(11, 2))
  expect(store.deletions.count).toBe(250)
  expect(store.deletions.atOnceMax).toBeLessThanOrEqual(16)
})

test('a file that is gone when its turn comes is no error of a purge', async () => {
  await using store = await startStrictStore()
  const [gone = '', ...rest] = keysOf(1, 3)
  store.ghosts.add(gone)
  for (const key of rest) store.keys.add(key)
  await (await openBlobStore(store.url)).purge(1)
  expect([...store.keys]).toEqual([])
})

test('a file that the store does not let go fails the purge with its reason, and the others are deleted', async () => {
  await using store = await startStrictStore()
  for (const key of keysOf(1, 40)) store.keys.add(key)
  const [locked = ''] = store.keys
  store.locked.add(locked)
  const purged = (await openBlobStore(store.url)).purge(1)
  await expect(purged).rejects.toMatchObject({
    name: 'EngineUnavailable',
    message: 'The file store does not let the portal read and write its bucket.',
  })
  expect([...store.keys]).toEqual([locked])
})

test('a store that lets nothing go is not asked for every file', async () => {
  await using store = await startStrictStore()
  for (const key of keysOf(1, 90)) store.keys.add(key)
  for (const key of store.keys) store.locked.add(key)
  await expect((await openBlobStore(store.url)).purge(1)).rejects.toMatchObject({ name: 'EngineUnavailable' })
  expect(store.deletions.count).toBe(16)
})
