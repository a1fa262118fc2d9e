import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Worker } from 'node:worker_threads'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { expectKept } from '@portal/testkit/acknowledged-writes'
import {
  axis,
  documentOf,
  queryFor,
  suiteEncoder,
} from '@portal/testkit/conformance/search-index/index-under-test'
import { describeSearchIndex } from '@portal/testkit/conformance/search-index-suite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openSearchIndex } from './open-search-index.ts'

const root = mkdtempSync(join(tmpdir(), 'search-index-'))
afterAll(() => rmSync(root, { recursive: true }))

describeSearchIndex('sqlite', async (storage) => openSearchIndex(`sqlite:${join(root, storage)}`))

describe('the SQLite search index', () => {
  const threads: Worker[] = []
  const remember = (thread: Worker) => threads.push(thread)
  afterEach(() => {
    threads.length = 0
    process.off('worker', remember)
  })

  it('fails what a killed thread was doing, and serves again with nothing lost', async () => {
    process.on('worker', remember)
    const index = await prepared(join(root, 'killed'))
    await index.replaceDocument(documentOf('first', ['badges']))
    expect((await index.search(queryFor('badges'))).lexical).toHaveLength(1)
    const long = queryFor('badges and keys '.repeat(100_000))
    const writing = index.replaceDocument(documentOf('second', Array(4000).fill('badges for visitors')))
    // The second is queued behind the first, so neither can finish before the threads end.
    const searching = [index.search(long), index.search(queryFor('badges'))]
    const ends = Promise.allSettled([writing, ...searching])
    for (const thread of threads) void thread.terminate()
    for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(EngineUnavailable) })
    expect((await index.search(queryFor('badges'))).vector).toHaveLength(1)
    await index.replaceDocument(documentOf('second', ['badges']))
    expect((await index.search(queryFor('badges'))).vector).toHaveLength(2)
    await index.close()
  })

  it('asks to be filled again after its files were lost, and only then', async () => {
    const folder = join(root, 'lost')
    const filled = await prepared(folder)
    await filled.replaceDocument(documentOf('kept', ['badges']))
    await filled.close()
    const kept = await openSearchIndex(`sqlite:${folder}`)
    expect(await kept.prepare(suiteEncoder)).toBe('ready')
    await kept.close()
    rmSync(folder, { recursive: true })
    const lost = await openSearchIndex(`sqlite:${folder}`)
    expect(await lost.prepare(suiteEncoder)).toBe('rebuild')
    await lost.close()
  })

  it('has every acknowledged document after kill -9 of the process', async (context) => {
    const folder = join(root, 'crash')
    const program = join(root, 'write-until-killed.mjs')
    writeFileSync(
      program,
      `import { openSearchIndex } from '${new URL('./open-search-index.ts', import.meta.url)}'
      const index = await openSearchIndex('sqlite:${folder}')
      await index.prepare({ model: 'suite', dimensions: 8 })
      for (let id = 0; ; id++) {
        const vector = Float32Array.from({ length: 8 }, (_, place) => (place === 0 ? 1 : 0))
        await index.replaceDocument({ organizationId: 1, documentId: 'd' + id, versionId: 'v', title: '', departments: [],
          revision: 1, passages: [{ id: 'p' + id, headingPath: [], text: 'badge' + id, vector }] })
        console.log('d' + id)
      }`,
    )
    const acknowledged: string[] = []
    const writer = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface(writer.stdout)) {
      acknowledged.push(line)
      if (acknowledged.length === 60) writer.kill('SIGKILL')
    }
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
    const index = await prepared(folder)
    // One by one: until it was killed it may have written more than a search ever returns.
    const found: string[] = []
    for (const documentId of acknowledged) {
      const { lexical } = await index.search(queryFor(documentId.replace('d', 'badge')))
      found.push(...lexical.map((hit) => hit.documentId))
    }
    await expectKept(context, acknowledged, found)
    await index.close()
  })

  it('deletes the file of a purged organization, also when a crash came in between', async () => {
    const folder = join(root, 'purged')
    const index = await prepared(folder)
    await index.replaceDocument(documentOf('a', ['badges']))
    await index.replaceDocument(documentOf('b', ['badges'], { organizationId: 2 }))
    await index.search(queryFor('badges'))
    await index.purge(1)
    expect(readdirSync(folder).filter((name) => name.includes('organization-1.sqlite'))).toEqual([])
    await index.close()
    writeFileSync(join(folder, 'organization-2.purged'), '')
    await (await prepared(folder)).close()
    expect(existsSync(join(folder, 'organization-2.sqlite'))).toBe(false)
  })

  it('keeps no file of a text, only its stems and vectors, apart per organization', async () => {
    const folder = join(root, 'files')
    const index = await prepared(folder)
    await index.replaceDocument(documentOf('a', ['badges']))
    await index.replaceDocument(documentOf('a', ['badges'], { organizationId: 12 }))
    await index.close()
    expect(readdirSync(folder).toSorted()).toEqual(['organization-1.sqlite', 'organization-12.sqlite'])
  })

  it('serves more organizations than it keeps open, each its own present state', async () => {
    const index = await prepared(join(root, 'many'))
    for (const revision of [1, 2]) {
      for (let organizationId = 1; organizationId <= 60; organizationId++) {
        const text = `badges of ${organizationId} in ${revision}`
        await index.replaceDocument(documentOf('own', [text], { organizationId, revision }))
        const { vector } = await index.search(queryFor('', { organizationId, vector: axis(0) }))
        expect(vector.map((hit) => hit.versionId)).toEqual([`own-v${revision}`])
      }
    }
    await index.close()
  }, 240_000)

  it('says in one sentence that the folder is not usable or the URL unknown', async () => {
    const file = join(root, 'a-file')
    writeFileSync(file, '')
    const index = await openSearchIndex(`sqlite:${file}`)
    await expect(index.check()).rejects.toBeInstanceOf(EngineUnavailable)
    await expect(openSearchIndex('lucene:x')).rejects.toThrow(
      'The search index address "lucene:…" is not known',
    )
  })
})

async function prepared(folder: string): Promise<SearchIndex> {
  const index = await openSearchIndex(`sqlite:${folder}`)
  await index.prepare(suiteEncoder)
  return index
}
