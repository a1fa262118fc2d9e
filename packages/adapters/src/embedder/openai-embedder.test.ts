import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { describeEmbedder } from '@portal/testkit/conformance/embedder-suite'
import {
  type MisbehavingModel,
  type MisbehavingModelOptions,
  modelKey,
  startMisbehavingModel,
} from '@portal/testkit/models/misbehaving-model'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openEmbedder } from './open-embedder.ts'

const lines: string[] = []
const log = createLogger({
  service: 'test',
  level: 'debug',
  destination: { write: (line) => void lines.push(line) },
})
const e5 = '&dimensions=384&queryPrefix=query:%20&passagePrefix=passage:%20'

let encoder: Embedder
let common: MisbehavingModel
beforeAll(async () => {
  encoder = await openEmbedder('onnx:', { log })
  common = await startMisbehavingModel({ embedder: encoder })
})
afterAll(async () => {
  await common.close()
  await encoder.close()
})
beforeEach(() => {
  lines.length = 0
})

// Small batches: passages wait for one another, queries for none of them.
describeEmbedder('openai', () => openEmbedder(`${common.url}${e5}&batchTexts=4`, { log }))

async function serve(options: MisbehavingModelOptions = {}): Promise<MisbehavingModel> {
  const server = await startMisbehavingModel({ embedder: encoder, ...options })
  onTestFinished(() => server.close())
  return server
}
const likeness = (one: Float32Array, other: Float32Array = new Float32Array()) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('an OpenAI-compatible encoder', () => {
  it('gives the vectors of the engine, in order, through as many requests as needed', async () => {
    const server = await serve()
    const embedder = await openEmbedder(`${server.url}${e5}&batchTexts=3`, { log })
    const texts = Array.from({ length: 8 }, (_, at) => `Clause ${at} of the policy`)
    const vectors = await embedder.embed(texts, 'passage')
    expect(server.embedded.toSorted()).toEqual([2, 3, 3])
    const own = await encoder.embed(texts, 'passage')
    for (const [at, vector] of vectors.entries()) expect(likeness(vector, own[at])).toBeCloseTo(1, 5)
  })

  it('has prefixes in its name, so that other prefixes index anew', async () => {
    const { model } = await openEmbedder(common.url + e5, { log })
    expect(model).toBe('misbehaving|query: |passage: ')
    expect((await openEmbedder(`${common.url}&dimensions=384`, { log })).model).toBe('misbehaving')
  })

  it('has longer vectors shortened by the engine, and refuses what does not become the stated size', async () => {
    const server = await serve()
    const short = await openEmbedder(`${server.url}&dimensions=100`, { log })
    const [vector] = await short.embed(['text'], 'query')
    expect(vector).toHaveLength(100)
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
    const long = await openEmbedder(`${server.url}&dimensions=500`, { log })
    await expect(long.embed(['text'], 'query')).rejects.toThrow('gives vectors of 384 numbers, not 500.')
    const firm = await serve({ turnsDown: ['dimensions'] })
    const refused = await openEmbedder(`${firm.url}&dimensions=100`, { log })
    await expect(refused.embed(['text'], 'query')).rejects.toBeInstanceOf(EngineUnavailable)
  })

  it('has vectors shortened for every question that is asked while their size is being learned', async () => {
    const server = await serve()
    const short = await openEmbedder(`${server.url}&dimensions=100`, { log })
    const asked = ['one', 'two', 'three'].map((text) => short.embed([text], 'query'))
    for (const [vector] of await Promise.all(asked)) expect(vector).toHaveLength(100)
  })

  it('cuts a text that the engine finds too long, and the log says so', async () => {
    const server = await serve({ textMax: 3000 })
    const embedder = await openEmbedder(`${server.url}${e5}&textTokens=2000`, { log })
    expect(await embedder.embed(['clause '.repeat(5000)], 'passage')).toHaveLength(1)
    expect(lines.join()).toContain('"textTokens":500')
    const tight = await serve({ textMax: 1 })
    const none = await openEmbedder(`${tight.url}${e5}`, { log })
    await expect(none.embed(['clause'], 'passage')).rejects.toThrow('takes no texts as long as these')
  })

  it('sends fewer texts at once to an engine that takes no more, and cuts none of them', async () => {
    const server = await serve({ batchMax: 8 })
    const embedder = await openEmbedder(server.url + e5, { log })
    const texts = Array.from({ length: 12 }, (_, at) => `Clause ${at} ${'of the policy '.repeat(20)}`)
    const vectors = await embedder.embed(texts, 'passage')
    const own = await encoder.embed(texts, 'passage')
    for (const [at, vector] of vectors.entries()) expect(likeness(vector, own[at])).toBeCloseTo(1, 5)
    await embedder.embed(texts, 'passage')
    expect(server.embedded).toEqual([6, 6, 6, 6])
    expect(lines.join()).not.toContain('textTokens')
  })

  it('cuts later texts to no fewer tokens than those of one that was taken', async () => {
    const server = await serve({ textMax: 4000 })
    const embedder = await openEmbedder(`${server.url}${e5}&textTokens=2000`, { log })
    server.next({ refuse: { status: 413 } })
    await expect(embedder.embed(['clause'], 'query')).rejects.toThrow('takes no texts as long as these')
    expect(lines.join()).not.toContain('textTokens')
    const long = 'clause '.repeat(5000)
    await Promise.all(Array.from({ length: 3 }, () => embedder.embed([long], 'passage', { isAwaited: true })))
    expect(lines.join().match(/"textTokens":\d+/g)).toEqual(['"textTokens":1000'])
  })

  it('is asked again on passing trouble, and no more than that', async () => {
    const server = await serve()
    const embedder = await openEmbedder(server.url + e5, { log })
    server.next({ refuse: { status: 500 } }, { refuse: { status: 429, headers: { 'retry-after-ms': '10' } } })
    expect(await embedder.embed(['text'], 'query')).toHaveLength(1)
    server.usual = { refuse: { status: 429, headers: { 'retry-after': '40' } } }
    expect(await failure(embedder.embed(['text'], 'query'))).toMatchObject({
      name: 'EngineUnavailable',
      message: 'The sentence encoder is busy (429).',
      retryAfterSeconds: 40,
    })
    expect(server.embedded).toEqual([1])
  })

  it('recovers by itself, and its check says why it cannot serve, without secrets', async () => {
    const server = await serve()
    const embedder = await openEmbedder(server.url + e5, { log })
    await server.close()
    expect(await failure(embedder.embed(['text'], 'query'))).toBeInstanceOf(EngineUnavailable)
    await expect(embedder.check()).rejects.toThrow('The sentence encoder cannot be reached (ECONNREFUSED).')
    await serve({ port: server.port })
    expect(await embedder.embed(['text'], 'query')).toHaveLength(1)
    const stranger = await openEmbedder(server.url.replace(modelKey, 'sk-wrong') + e5, { log })
    for (const work of [stranger.check(), stranger.embed(['text'], 'query')])
      expect(await failure(work)).toMatchObject({
        message: 'The sentence encoder does not accept our key (401).',
      })
    expect(lines.join()).not.toMatch(/sk-/)
  })

  it('embeds a question while the engine is busy with passages, however many wait', async () => {
    const server = await serve()
    const embedder = await openEmbedder(`${server.url}${e5}&batchTexts=1`, { log })
    const silence = { breaksAfter: { tokens: 0, how: 'silence' } } as const
    server.next(silence, silence)
    const stop = new AbortController()
    const passages = failure(embedder.embed(['a', 'b', 'c', 'd'], 'passage', { signal: stop.signal }))
    await vi.waitFor(() => expect(server.underWay).toBe(2))
    expect(await embedder.embed(['Who approves?'], 'query')).toHaveLength(1)
    expect(server.embedded).toEqual([1])
    stop.abort('enough')
    expect(await passages).toBe('enough')
  })

  it('ends its requests when aborted or closed', async () => {
    const server = await serve()
    const embedder = await openEmbedder(server.url + e5, { log })
    const stop = new AbortController()
    const first = failure(
      embedder.embed(Array(60).fill('clause '.repeat(300)), 'passage', { signal: stop.signal }),
    )
    await vi.waitFor(() => expect(server.underWay).toBe(1))
    stop.abort('gone')
    expect(await first).toBe('gone')
    await vi.waitFor(() => expect(server.underWay).toBe(0))
    const second = failure(embedder.embed(Array(60).fill('clause '.repeat(300)), 'passage'))
    await vi.waitFor(() => expect(server.underWay).toBe(1))
    await embedder.close()
    expect(await second).toBeInstanceOf(EngineUnavailable)
    await vi.waitFor(() => expect(server.underWay).toBe(0))
  })

  it.each([
    ['', 'names no dimensions'],
    ['&dimensions=many', 'must be a whole number above 0'],
    ['&dimensions=384&size=3', 'unknown setting "size"'],
  ])('is not opened by an address with %j, in a sentence without its key', async (settings, why) => {
    const error = await failure(openEmbedder(common.url + settings, { log }))
    expect(error).toHaveProperty('message', expect.stringContaining(why))
    expect(error).toHaveProperty('message', expect.not.stringContaining(modelKey))
  })
})
