import { rankingScores } from '@portal/ranking/rank-passages'
import type { Ranker } from '@portal/ranking/ranker'

/** Ranks by words, windows and tokens, with the fitted weights; needs no engine. */
export function openEmbeddedRanker(): Ranker {
  return {
    async rank({ asked }, passages, signal) {
      signal.throwIfAborted()
      return rankingScores(asked, passages)
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}
