import { openEmbedder } from '@portal/adapters/embedder/open-embedder'
import { passageTerms } from '@portal/ranking/analysis/passage-terms'
import { askedQuestion, questionWords } from '@portal/ranking/asked-question'
import { clausesOf, readStates, storeStates } from '@portal/ranking/passage-states'
import type { PassageToRank, QuestionToRank, Ranker } from '@portal/ranking/ranker'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeConformance } from './describe-conformance.ts'

const question = 'Who has to approve an exception?'
const answer = 'Every exception needs the written approval of the security officer.'
const others = [
  'Lunch is served in the canteen between noon and two.',
  'Visitors of the archive sign the register at the entrance.',
]
const whole = new AbortController().signal

/** What every {@link Ranker} promises. `open` returns a fresh one. */
export function describeRanker(name: string, open: () => Promise<Ranker>): void {
  describeConformance('ranker', name, () => {
    let ranker: Ranker
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await openEmbedder('onnx:', { log: createLogger({ service: 'test', level: 'silent' }) })
      ranker = await open()
    }, 60_000)
    afterAll(async () => {
      await ranker.close()
      await embedder.close()
    })

    it('gives a score per passage, in order, the best to the one that answers', async () => {
      const texts = [others[0] ?? '', answer, others[1] ?? '']
      const scores = await ranker.rank(
        await asked(embedder, question),
        await passages(embedder, texts),
        whole,
      )
      expect(scores).toHaveLength(3)
      expect(Math.max(...scores)).toBe(scores[1])
      expect(new Set(scores).size).toBe(3)
    })

    it('orders passages alike whatever their order, and two that are equal in any', async () => {
      const to = await asked(embedder, question)
      const there = await passages(embedder, [answer, ...others, answer])
      const [first, second, third, same] = await ranker.rank(to, there, whole)
      expect(Math.min(first ?? 0, same ?? 0)).toBeGreaterThan(Math.max(second ?? 0, third ?? 0))
      const back = await ranker.rank(to, there.toReversed(), whole)
      expect(Math.max(...back.slice(1, 3))).toBeLessThan(Math.min(back[0] ?? 0, back[3] ?? 0))
    })

    it('ranks passages of which only the words and a cosine are known', async () => {
      const plain = (await passages(embedder, [others[0] ?? '', answer])).map((passage) => ({
        ...passage,
        states: undefined,
      }))
      const [other = 0, right = 0] = await ranker.rank(await asked(embedder, question), plain, whole)
      expect(right).toBeGreaterThan(other)
    })

    it('takes no passages at all, and hostile text', async () => {
      expect(await ranker.rank(await asked(embedder, question), [], whole)).toEqual([])
      const texts = ['', '\0', '\ud800 a', '"}],"results":[]}', 'x'.repeat(100_000)]
      for (const text of ['\ud800', ...texts.slice(1)]) {
        const scores = await ranker.rank(await asked(embedder, text), await passages(embedder, texts), whole)
        expect(scores.map(Number.isFinite)).toEqual(texts.map(() => true))
      }
    }, 60_000)

    it('rejects with the reason when aborted', async () => {
      const reason = new Error('the asker left')
      const there = await passages(embedder, [answer])
      const ranking = ranker.rank(await asked(embedder, question), there, AbortSignal.abort(reason))
      await expect(ranking).rejects.toBe(reason)
    })

    it('says that it can serve', async () => {
      await expect(ranker.check()).resolves.toBeUndefined()
    })
  })
}

/** A question as encoder and index know it; the index here knows no terms. */
export async function asked(embedder: Embedder, text: string): Promise<QuestionToRank> {
  const { tokens: encoder } = embedder
  if (!encoder) throw new Error('The encoder gives no token states.')
  const [encoded] = await encoder.encode([{ text, parts: questionWords(text) }], 'query')
  if (!encoded) throw new Error('The encoder answered without a vector.')
  const { tokenDimensions } = encoder
  return { text, asked: askedQuestion(text, undefined, { ...encoded, tokenDimensions }) }
}

/** Passages as candidates with all that is known of them; cosines are with {@link question}. */
export async function passages(embedder: Embedder, texts: readonly string[]): Promise<PassageToRank[]> {
  const inParts = texts.map((text) => ({ text, parts: clausesOf(text) }))
  const encoded = (await embedder.tokens?.encode(inParts, 'passage')) ?? []
  const [vector = new Float32Array()] = await embedder.embed([question], 'query')
  return inParts.flatMap(({ text, parts }, at) => {
    const found = encoded[at]
    if (!found) return []
    const cosine = found.vector.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0)
    const states = readStates(storeStates(parts, found), embedder.dimensions)
    return [{ text, terms: passageTerms({ text, headingPath: [] }, ''), states, cosine }]
  })
}
