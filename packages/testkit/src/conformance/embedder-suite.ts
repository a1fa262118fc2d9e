import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeConformance } from './describe-conformance.ts'

const passage = 'Exceptions to this policy need the written approval of the security officer.'
const other = 'Lunch is served in the canteen between noon and two.'

/** What every {@link Embedder} promises. `open` returns a fresh one. */
export function describeEmbedder(name: string, open: () => Promise<Embedder>): void {
  describeConformance('embedder', name, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    it('gives one unit vector of the stated size per text, in order', async () => {
      const [first, second] = await embedder.embed([passage, other], 'passage')
      expect(first).toHaveLength(embedder.dimensions)
      expect(cosine(first, first)).toBeCloseTo(1, 4)
      expect(cosine(first, second)).toBeLessThan(0.99)
      const [secondAgain] = await embedder.embed([other], 'passage')
      expect(cosine(second, secondAgain)).toBeGreaterThan(0.9999)
    })

    it('gives a text the same vector alone and in company', async () => {
      const [alone] = await embedder.embed([passage], 'passage')
      const company = await embedder.embed([other.repeat(40), passage, 'a'], 'passage')
      expect(cosine(alone, company[1])).toBeGreaterThan(0.9999)
    })

    it('places a question nearer to the passage that answers it than to another', async () => {
      const [question] = await embedder.embed(['Who has to approve an exception?'], 'query')
      const [answer, unrelated] = await embedder.embed([passage, other], 'passage')
      expect(cosine(question, answer)).toBeGreaterThan(cosine(question, unrelated))
    })

    it('gives states of tokens beside the same vector, those of each part in its range, if it gives any', async () => {
      const { tokens: encoder } = embedder
      if (!encoder) return expect(encoder).toBeUndefined()
      const [, vector] = await embedder.embed([other, passage], 'passage')
      const parts = partsOf(passage, ['Exceptions', 'written approval', 'security officer.'])
      const [states] = await encoder.encode([{ text: passage, parts }], 'passage')
      expect(cosine(vector, states?.vector)).toBeCloseTo(1, 5)
      const rows = (states?.tokens.length ?? 0) / encoder.tokenDimensions
      expect(rows).toBe(13)
      expect([...(states?.ranges ?? [])]).toEqual([0, 1, 6, 8, 10, 13])
      expect(states?.means).toHaveLength(parts.length * embedder.dimensions)
      for (let row = 0; row < rows; row++) {
        const token = states?.tokens.subarray(
          row * encoder.tokenDimensions,
          (row + 1) * encoder.tokenDimensions,
        )
        expect(Math.hypot(...(token ?? [])) / 127).toBeCloseTo(1, 1)
      }
    })

    it('finds a word of a question again in the passage that has it, by the states of tokens', async () => {
      const { tokens: encoder } = embedder
      if (!encoder) return expect(encoder).toBeUndefined()
      const question = 'Who gives approval?'
      const asked = { text: question, parts: partsOf(question, ['approval']) }
      const [word] = await encoder.encode([asked], 'query')
      const found = await encoder.encode(
        [passage, other].map((text) => ({ text, parts: [] })),
        'passage',
      )
      const { tokenDimensions: dimensions } = encoder
      const from = (word?.ranges[0] ?? 0) * dimensions
      const wanted = word?.tokens.subarray(from, from + dimensions) ?? new Int8Array()
      const [answer = 0, unrelated = 0] = found.map(({ tokens }) => bestCosine(wanted, tokens))
      expect(answer).toBeGreaterThan(0.5)
      expect(answer).toBeGreaterThan(unrelated + 0.2)
    })

    it('answers an empty list with an empty list', async () => {
      expect(await embedder.embed([], 'query')).toEqual([])
    })

    it('takes hostile text: empty, a megabyte, NUL, lone surrogates, control tokens', async () => {
      const texts = [
        '',
        'word '.repeat(200_000),
        'x'.repeat(1_000_000),
        '\0\0',
        '\ud800 a \udc00',
        '[SEP] [MASK]',
        '\u202e🧾',
      ]
      for (const vector of await embedder.embed(texts, 'passage'))
        expect(cosine(vector, vector)).toBeCloseTo(1, 4)
      const inParts = texts.map((text) => ({ text, parts: [{ start: 0, end: text.length }] }))
      for (const { ranges } of (await embedder.tokens?.encode(inParts, 'passage')) ?? [])
        expect(ranges[1]).toBeLessThan(512)
    })

    it('gives every text a finite unit vector', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
          const [vector] = await embedder.embed([text], 'query')
          expect(cosine(vector, vector)).toBeCloseTo(1, 4)
        }),
        { numRuns: 20 },
      )
    })

    it('answers a question before the passages that were asked for earlier', async () => {
      const order: string[] = []
      const passages = embedder.embed(Array(40).fill(passage), 'passage').then(() => order.push('passages'))
      const question = embedder.embed(['Who approves?'], 'query').then(() => order.push('question'))
      await Promise.all([passages, question])
      expect(order).toEqual(['question', 'passages'])
    })

    it('answers for passages that somebody waits for before those that nobody does', async () => {
      const order: string[] = []
      const noted = (name: string) => () => order.push(name)
      const passages = embedder.embed(Array(40).fill(passage), 'passage').then(noted('passages'))
      const awaited = embedder.embed([other, passage], 'passage', { isAwaited: true }).then(noted('awaited'))
      await Promise.all([passages, awaited])
      expect(order).toEqual(['awaited', 'passages'])
    })

    it('rejects with the reason when aborted before or during the work, and goes on with the rest', async () => {
      const reason = new Error('the asker left')
      await expect(embedder.embed([passage], 'query', { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      )
      const controller = new AbortController()
      const long = embedder.embed(Array(40).fill(passage), 'passage', { signal: controller.signal })
      const waiting = embedder.embed([other], 'passage')
      controller.abort(reason)
      await expect(long).rejects.toBe(reason)
      await expect(waiting).resolves.toHaveLength(1)
    })

    it('says that it can serve, and after its end that it cannot', async () => {
      await expect(embedder.check()).resolves.toBeUndefined()
      const closed = await open()
      await closed.close()
      await expect(closed.check()).rejects.toBeInstanceOf(EngineUnavailable)
    })

    it('rejects what is under way when closed, and everything after', async () => {
      const closing = await open()
      const pending = closing.embed(Array(40).fill(passage), 'passage')
      const [outcome] = await Promise.allSettled([pending, closing.close()])
      expect(outcome.status).toBe('rejected')
      await expect(closing.embed([passage], 'query')).rejects.toThrow('closed')
    })
  })
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? Number.NaN), 0)
}

/** Where each of these first stands in a text. */
function partsOf(text: string, words: readonly string[]) {
  return words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }))
}

/** The best cosine of a token with rows of others, all of them times 127. */
function bestCosine(word: Int8Array, rows: Int8Array): number {
  let best = -1
  for (let start = 0; start < rows.length; start += word.length) {
    const product = word.reduce((sum, value, at) => sum + value * (rows[start + at] ?? 0), 0)
    best = Math.max(best, product / 127 ** 2)
  }
  return best
}
