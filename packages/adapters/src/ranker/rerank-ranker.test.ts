import type { PassageToRank, QuestionToRank } from '@portal/ranking/ranker'
import { createLogger } from '@portal/service-kit/logger'
import { describeRanker } from '@portal/testkit/conformance/ranker-suite'
import {
  type RerankServerUnderTest,
  rerankKey,
  startRerankServer,
} from '@portal/testkit/models/rerank-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openRanker } from './open-ranker.ts'

const lines: string[] = []
const log = createLogger({
  service: 'test',
  level: 'debug',
  destination: { write: (line) => void lines.push(line) },
})
const signal = new AbortController().signal

const servers: RerankServerUnderTest[] = []
const started = async (format: 'documents' | 'texts') => {
  const server = await startRerankServer(format)
  servers.push(server)
  return server
}
afterAll(() => Promise.all(servers.map((server) => server.close())))

describeRanker('rerank', async () => openRanker((await started('documents')).url, { log }))
describeRanker('rerank on texts', async () => openRanker((await started('texts')).url, { log }))

describe('the ranker of a /rerank server', () => {
  let server: RerankServerUnderTest
  beforeAll(async () => {
    server = await started('documents')
  })
  afterEach(() => {
    vi.useRealTimers()
    lines.length = 0
  })

  /** The embedded order is that of the cosines, the server's that of the words in common. */
  const question: QuestionToRank = {
    text: 'badges kept',
    asked: { vector: new Float32Array(), wordings: [], words: [], statistics: undefined, rarity: 0 },
  }
  const passage = (text: string, cosine: number): PassageToRank => {
    return { text, cosine, states: undefined, terms: { body: [], pairs: [], heading: [] } }
  }
  const passages = [passage('lunch noon', 0.9), passage('badges kept', 0.8), passage('visitors', 0.7)]

  it('gives the scores of the embedded ranker out again in the order of the server', async () => {
    const embedded = await openRanker('embedded:', { log }).rank(question, passages, signal)
    const ranker = openRanker(server.url, { log })
    const [lunch, badges, visitors] = await ranker.rank(question, passages, signal)
    expect([badges, lunch, visitors]).toEqual(embedded)
  })

  it('sends the best passages only, and leaves the others below them', async () => {
    const ranker = openRanker(`${server.url}&passages=2`, { log })
    const scores = await ranker.rank(question, passages, signal)
    expect(server.asked.at(-1)).toBe(2)
    expect(Math.min(...scores)).toBe(scores[2])
  })

  it('sends text-embeddings-inference as many as it takes, and its check says when they are too many', async () => {
    const taking = await started('texts')
    const many = Array.from({ length: 40 }, (_, at) => passage('lunch noon', 0.9 - at / 100))
    const ranker = openRanker(taking.url, { log })
    const scores = await ranker.rank(question, [...many, passage('badges kept', 0.805)], signal)
    expect(taking.asked).toEqual([32])
    expect(Math.max(...scores)).toBe(scores[40])
    await ranker.check()
    const eager = openRanker(`${taking.url}&passages=40`, { log })
    await expect(eager.check()).rejects.toThrow('The ranking server rejected our call (413).')
  })

  it.each([
    ['busy', { status: 429 }],
    ['failing', { status: 500 }],
    ['refusing our key', { status: 403 }],
    ['not there', { status: 404 }],
    ['speaking HTML', { says: '<html>' }],
    ['speaking another protocol', { says: '{"data":[]}' }],
    ['one passage short', { how: 'one passage short' }],
    ['breaking off', { how: 'cut' }],
    ['endless', { how: 'endless' }],
  ] as const)('ranks by itself while the server is %s, and leaves it alone for a while', async (_, turn) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const embedded = await openRanker('embedded:', { log }).rank(question, passages, signal)
    const ranker = openRanker(server.url, { log })
    server.next(turn)
    const before = server.asked.length
    expect(await ranker.rank(question, passages, signal)).toEqual(embedded)
    expect(await ranker.rank(question, passages, signal)).toEqual(embedded)
    expect(server.asked.length).toBeLessThanOrEqual(before + 1)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await ranker.rank(question, passages, signal)).not.toEqual(embedded)
    expect(lines.join()).toContain('without the ranking server')
    expect(lines.join()).not.toMatch(new RegExp(`${rerankKey}|badges|lunch`))
  })

  it('ranks by itself when the server is silent beyond the deadline, and when nothing listens', async () => {
    const embedded = await openRanker('embedded:', { log }).rank(question, passages, signal)
    server.next({ how: 'silence' })
    const late = openRanker(server.url.replace('deadlineMs=5000', 'deadlineMs=200'), { log })
    expect(await late.rank(question, passages, signal)).toEqual(embedded)
    const gone = await startRerankServer('documents')
    await gone.close()
    const ranker = openRanker(gone.url, { log })
    expect(await ranker.rank(question, passages, signal)).toEqual(embedded)
    await expect(ranker.check()).rejects.toThrow(/^The ranking server /)
  })

  it('has one sentence for an unknown address, format or setting', () => {
    const opening = (url: string) => () => openRanker(url, { log })
    expect(opening('cohere:x')).toThrow('No ranker speaks this address')
    expect(opening('rerank://a/v1/rerank?format=xml')).toThrow('must be "documents" or "texts"')
    expect(opening('rerank://a/v1/rerank?passages=0')).toThrow('must be a whole number above 0')
    expect(opening('rerank://a/v1/rerank?typo=1')).toThrow('unknown setting "typo"')
  })
})
