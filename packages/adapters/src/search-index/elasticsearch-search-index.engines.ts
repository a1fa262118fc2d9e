import { documentOf, queryFor } from '@portal/testkit/conformance/search-index/index-under-test'
import { describeSearchIndex } from '@portal/testkit/conformance/search-index-suite'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Alter,
  closeAll,
  generations,
  opened,
  opening,
  ownUrl,
  prefixUrl,
  provisioned,
  storedPassages,
  throughProxy,
} from './elasticsearch/own-index.fixture.ts'
import { provisionElasticsearch } from './elasticsearch/provision-elasticsearch.ts'
import { openSearchIndex } from './open-search-index.ts'

afterEach(closeAll)

describeSearchIndex('elasticsearch', async (storage) => openSearchIndex(await provisioned(storage)))

describe('the Elasticsearch search index', () => {
  it('is provisioned twice without a change', async () => {
    const url = await prefixUrl(`twice-${process.pid}`)
    expect(await provisionElasticsearch(url)).toHaveLength(1)
    const index = await opened(url)
    await index.replaceDocument(documentOf('kept', ['badges']))
    expect(await provisionElasticsearch(url)).toEqual([])
    expect((await index.search(queryFor('badges'))).lexical).toHaveLength(1)
  })

  it('sends again what the engine was too busy for, and only that', async () => {
    const sent: number[] = []
    const url = await throughProxy(await ownUrl(), async (request, forward) => {
      if (!request.path.includes('_bulk')) return forward()
      const lines = request.body.trimEnd().split('\n')
      const items = lines.flatMap((line, at) => (at % 2 === 0 ? [`${line}\n${lines[at + 1]}\n`] : []))
      sent.push(items.length)
      if (sent.length > 2) return forward()
      return mergeAnswers(await forward(items.filter((_, at) => at % 2 === 0).join('')), items.length)
    })
    const index = await opened(url)
    await index.replaceDocument(documentOf('busy', Array(40).fill('badges')))
    expect(sent).toEqual([40, 20, 10])
    const hits = await index.search(queryFor('badges', { limit: 200 }))
    expect(hits.lexical).toHaveLength(40)
    expect(hits.vector).toHaveLength(40)
  })

  it('shows the old version whole until the record of the new one is written', async () => {
    const url = await ownUrl()
    const held = hold('external_gte')
    const writer = await opened(await throughProxy(url, held.alter))
    const reader = await opened(url)
    await reader.replaceDocument(documentOf('policy', Array(20).fill('badges')))
    const writing = writer.replaceDocument(documentOf('policy', Array(30).fill('badges'), { revision: 2 }))
    await held.arrived
    const during = await reader.search(queryFor('badges', { limit: 200 }))
    for (const leg of [during.lexical, during.vector]) {
      expect([leg.length, ...new Set(leg.map((hit) => hit.versionId))]).toEqual([20, 'policy-v1'])
    }
    held.release()
    await writing
    const after = await reader.search(queryFor('badges', { limit: 200 }))
    expect([after.lexical.length, after.vector.length]).toEqual([30, 30])
  })

  it('lets no write that began before a purge bring anything back', async () => {
    const url = await ownUrl()
    const held = hold('_bulk')
    const late = await opened(await throughProxy(url, held.alter))
    const index = await opened(url)
    await index.replaceDocument(documentOf('old', ['badges']))
    const writing = late.replaceDocument(documentOf('new', ['badges']))
    await held.arrived
    await index.purge(1)
    held.release()
    await writing
    expect(await index.search(queryFor('badges'))).toEqual({ lexical: [], vector: [] })
    expect(await storedPassages(url)).toBe(0)
  })

  it('ends at the highest revision whichever of two writers is last, with nothing of the other left', async () => {
    const url = await ownUrl()
    const held = hold('external_gte')
    const slow = await opened(await throughProxy(url, held.alter))
    const quick = await opened(url)
    const writing = slow.replaceDocument(documentOf('policy', ['badges', 'badges']))
    await held.arrived
    await quick.replaceDocument(documentOf('policy', ['badges'], { revision: 2 }))
    held.release()
    await writing
    const { lexical } = await quick.search(queryFor('badges'))
    expect(lexical.map((hit) => hit.versionId)).toEqual(['policy-v2'])
    expect(await storedPassages(url)).toBe(1)
  })

  it('is rebuilt for another encoder without a gap for old or new readers, and the old index goes', async () => {
    const url = await ownUrl()
    const old = await opened(url)
    const ids = Array.from({ length: 12 }, (_, id) => `d${id}`)
    for (const id of ids) await old.replaceDocument(documentOf(id, ['badges']))
    const fresh = opening(url)
    const wider = { model: 'wider', dimensions: 16 }
    expect(await fresh.prepare(wider)).toBe('rebuild')
    const vector = Float32Array.from({ length: 16 }, (_, index) => (index === 0 ? 1 : 0))
    for (const [done, id] of ids.entries()) {
      const found = await old.search(queryFor('badges', { limit: 50 }))
      expect(found.lexical).toHaveLength(ids.length)
      const both = await fresh.search(queryFor('badges', { limit: 50, vector }))
      expect([both.lexical.length, both.vector.length]).toEqual([ids.length, done])
      const document = documentOf(id, ['badges'])
      const passages = document.passages.map((passage) => ({ ...passage, vector }))
      await fresh.replaceDocument({ ...document, passages })
    }
    expect(await fresh.prepare(wider)).toBe('ready')
    expect(await generations(url)).toHaveLength(1)
  })
})

/** Holds a write of passages or a record until released. */
function hold(part: '_bulk' | 'external_gte') {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const alter: Alter = async ({ path }, forward) => {
    if (path.includes(part)) {
      arrived.resolve()
      await released.promise
    }
    return forward()
  }
  return { alter, arrived: arrived.promise, release: () => released.resolve() }
}

/** The engine's answer about every other item of a bulk request, and 429 for those between. */
function mergeAnswers(answer: { readonly status: number; readonly body: string }, count: number) {
  const { items, ...rest }: { items: unknown[] } = JSON.parse(answer.body)
  const busy = { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'busy' } }
  const all = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? items[at / 2] : { index: { _index: 'x', ...busy } },
  )
  return { status: answer.status, body: JSON.stringify({ ...rest, errors: true, items: all }) }
}
