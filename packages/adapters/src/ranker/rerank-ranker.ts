import { rankingSteps } from '@portal/ranking/rank-passages'
import type { Ranker } from '@portal/ranking/ranker'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { inTurns } from '@portal/service-kit/threads/in-turns'
import { type RerankServer, RerankTrouble, rerankCall } from './rerank-call.ts'

interface RerankOptions {
  readonly server: RerankServer
  readonly log: Logger
  /** Passages sent per question, the best by the embedded scores. */
  readonly passages: number
  readonly deadlineMs: number
}

/** For so long after a failure, or as long as the server asked, it is not called again. */
const pauseMs = 10_000

/**
 * Ranks the best passages by a server of the `/rerank` wire format, and the others below them. What
 * it returns are the embedded scores in the server's order, so that they keep their scale. While
 * the server is away, slow or wrong, the embedded order counts.
 */
export function openRerankRanker({ server, log, passages: count, deadlineMs }: RerankOptions): Ranker {
  const relevanceOf = rerankCall(server)
  const closing = new AbortController()
  let pausedUntil = 0

  async function ask(question: string, texts: readonly string[], signal: AbortSignal) {
    if (Date.now() < pausedUntil || closing.signal.aborted) return undefined
    const limits = [signal, closing.signal, AbortSignal.timeout(deadlineMs)]
    try {
      return await relevanceOf(question, texts, AbortSignal.any(limits))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RerankTrouble)) throw error
      pausedUntil = Date.now() + Math.max(pauseMs, 1000 * error.retryAfterSeconds)
      log.warn({ why: error.message }, 'passages are ranked without the ranking server')
      return undefined
    }
  }

  return {
    async rank({ text, asked }, passages, signal) {
      signal.throwIfAborted()
      const own = await inTurns(rankingSteps(asked, passages), signal)
      const order = own.map((_, at) => at).sort((a, b) => (own[b] ?? 0) - (own[a] ?? 0))
      const sent = order.slice(0, count)
      if (sent.length === 0) return own
      const texts = sent.map((at) => passages[at]?.text ?? '')
      const relevance = await ask(text, texts, signal)
      return relevance ? inOrderOf(relevance, sent, own) : own
    },
    async check() {
      const limits = [closing.signal, AbortSignal.timeout(deadlineMs)]
      try {
        // As many as of a question: a server may refuse their number.
        await relevanceOf('ready', Array<string>(count).fill('ready'), AbortSignal.any(limits))
      } catch (error) {
        if (!(error instanceof RerankTrouble)) throw error
        throw new EngineUnavailable(`The ranking server ${error.message}.`, error.retryAfterSeconds)
      }
    },
    close: async () => closing.abort(new RerankTrouble('is closed', 5)),
  }
}

/** The scores of those that were sent, given out again in the order of their relevance. */
function inOrderOf(relevance: readonly number[], sent: readonly number[], own: readonly number[]): number[] {
  const scores = own.slice()
  const ranked = sent
    .map((at, index) => ({ at, relevance: relevance[index] ?? 0 }))
    .sort((a, b) => b.relevance - a.relevance)
  for (const [position, { at }] of ranked.entries()) scores[at] = own[sent[position] ?? at] ?? 0
  return scores
}
