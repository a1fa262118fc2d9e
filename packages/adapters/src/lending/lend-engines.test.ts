import type { Embedder, TokenStates } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { describe, expect, it } from 'vitest'
import { borrowEngines, lendEngines } from './lend-engines.ts'

const states: TokenStates = {
  vector: Float32Array.of(0, 1),
  tokens: Int8Array.of(127, 0),
  ranges: Uint16Array.of(0, 1),
  means: Float32Array.of(0.5, 0.5),
}
const asked: unknown[] = []
const written: IndexedDocument[] = []
let [isAway, isHeld] = [false, false]

const embedder: Embedder = {
  model: 'two-numbers',
  dimensions: 2,
  embed: async (texts, kind, options) => {
    asked.push({ texts, kind, options })
    if (isAway) throw new EngineUnavailable('The encoder is away.', 1)
    if (isHeld) await new Promise(() => undefined)
    return texts.map((text) => Float32Array.of(text.length, 1))
  },
  tokens: { version: '1', tokenDimensions: 2, encode: async (texts) => texts.map(() => states) },
  check: async () => undefined,
  close: async () => undefined,
}
const index = {
  replaceDocument: async (document: IndexedDocument) => {
    if (isAway) throw new EngineUnavailable('The index is away.', 1)
    written.push(document)
  },
  check: async () => undefined,
}

function borrowed() {
  return borrowEngines(lendEngines({ embedder, index }).data)
}

function documentOf(passages: number): IndexedDocument {
  const passage = (at: number) => ({
    id: `passage ${at}`,
    headingPath: ['Scope'],
    text: `Rule ${at}`,
    vector: Float32Array.of(at, 0),
  })
  return {
    ...{ organizationId: 7, documentId: 'badges', versionId: 'first', title: 'Badges' },
    ...{ departments: [], revision: 1, passages: Array.from({ length: passages }, (_, at) => passage(at)) },
  }
}

describe('engines that a service lends to a thread of its own', () => {
  it('encode as the service does, in the order asked for, awaited or not', async () => {
    const { embedder: mine } = borrowed()
    expect(mine).toMatchObject({ model: 'two-numbers', dimensions: 2, tokens: { version: '1' } })
    const vectors = await mine.embed(['a', 'bcd'], 'passage', { isAwaited: true })
    expect(vectors).toEqual([Float32Array.of(1, 1), Float32Array.of(3, 1)])
    expect(asked.at(-1)).toEqual({ texts: ['a', 'bcd'], kind: 'passage', options: { isAwaited: true } })
    const parts = [{ start: 0, end: 1 }]
    expect(await mine.tokens?.encode([{ text: 'a', parts }], 'query')).toEqual([states])
    await expect(mine.check()).resolves.toBeUndefined()
  })

  it.each([0, 1, 100, 101, 1234])('write a document of %i passages as it is', async (passages) => {
    const document = documentOf(passages)
    await borrowed().index.replaceDocument(document)
    expect(written.at(-1)).toEqual(document)
  })

  it('write documents apart that are on their way at once', async () => {
    const { index: mine } = borrowed()
    const [first, second] = [documentOf(250), { ...documentOf(350), documentId: 'keys' }]
    await Promise.all([mine.replaceDocument(first), mine.replaceDocument(second)])
    expect(written.slice(-2).sort((a, b) => a.passages.length - b.passages.length)).toEqual([first, second])
  })

  it('are away for the thread while they are for the service', async () => {
    const mine = borrowed()
    isAway = true
    try {
      await expect(mine.embedder.embed(['a'], 'query')).rejects.toBeInstanceOf(EngineUnavailable)
      await expect(mine.index.replaceDocument(documentOf(1))).rejects.toBeInstanceOf(EngineUnavailable)
    } finally {
      isAway = false
    }
    await expect(mine.embedder.embed(['a'], 'query')).resolves.toHaveLength(1)
  })

  it('reject with the reason of an abort, before or during the work', async () => {
    const { embedder: mine } = borrowed()
    const reason = new Error('the lease was lost')
    const aborted = { signal: AbortSignal.abort(reason) }
    await expect(mine.embed(['a'], 'passage', aborted)).rejects.toBe(reason)
    isHeld = true
    const controller = new AbortController()
    const running = mine.embed(['a'], 'passage', { signal: controller.signal })
    isHeld = false
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
  })

  it('are closed for the thread alone', async () => {
    const { embedder: mine } = borrowed()
    await mine.close()
    await expect(mine.embed(['a'], 'query')).rejects.toThrow('closed')
    await expect(borrowed().embedder.embed(['a'], 'query')).resolves.toHaveLength(1)
  })
})
