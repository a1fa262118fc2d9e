import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectKept } from '@portal/testkit/acknowledged-writes'
import { blobStoreSuite } from '@portal/testkit/conformance/blob-store-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DirectoryBlobStore } from './directory-blob-store.ts'
import { openBlobStore } from './open-blob-store.ts'

blobStoreSuite('directory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  return {
    store: await openBlobStore(pathToFileURL(folder).href),
    damage: async (key) => {
      const path = join(folder, 'blobs', key)
      const file = await readFile(path)
      file.writeUInt8(file.readUInt8(file.length - 1) ^ 1, file.length - 1)
      await writeFile(path, file)
    },
    leaveUnfinished: () => writeFile(join(folder, 'incoming', 'half'), 'half'),
    close: () => rm(folder, { recursive: true }),
  }
})

/** Stores blobs one after the other and says so after each, until it is killed. */
const writer = `
  const { DirectoryBlobStore } = await import(process.argv[1])
  const store = await DirectoryBlobStore.open(process.argv[2])
  for (let number = 0; ; number++) {
    await store.put('org/1/' + number, new Uint8Array(400_000).fill(number % 251))
    process.stdout.write(number + '\\n')
  }`

describe('a directory blob store', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('loses nothing acknowledged and shows nothing half-written when its process is killed', async (context) => {
    const module = new URL('./directory-blob-store.ts', import.meta.url).href
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, module, folder])
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.split('\n').length > 12) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = said.split('\n').slice(0, -1)
    const store = await DirectoryBlobStore.open(folder)
    const keys: string[] = []
    for await (const { key } of store.list('org/1/')) keys.push(key)
    expect(acknowledged.length).toBeGreaterThan(10)
    await expectKept(
      context,
      acknowledged.map((number) => `org/1/${number}`),
      keys,
    )
    for (const key of keys) expect((await store.get(key))?.byteLength).toBe(400_000)
  })

  it('removes what a killed process left behind, not what another process is writing', async () => {
    const incoming = join(folder, 'incoming')
    await writeFile(join(incoming, 'old'), 'half')
    await writeFile(join(incoming, 'new'), 'half')
    const twoHoursAgo = Date.now() / 1000 - 7200
    await utimes(join(incoming, 'old'), twoHoursAgo, twoHoursAgo)
    await DirectoryBlobStore.open(folder)
    expect(await readdir(incoming)).toContain('new')
    expect(await readdir(incoming)).not.toContain('old')
  })

  it('says in one sentence why it cannot be used', async () => {
    const store = await DirectoryBlobStore.open(join(folder, 'gone'))
    await rm(join(folder, 'gone'), { recursive: true })
    await expect(store.check()).rejects.toThrow(
      /^The folder for files cannot be read and written \(ENOENT\)\.$/,
    )
  })

  it.each(['gs://bucket', 'file:', 'nowhere'])('refuses the URL %j with a sentence', async (url) => {
    await expect(openBlobStore(url)).rejects.toThrow('There is no file store for')
  })
})
