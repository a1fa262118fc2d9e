import { rankingSteps } from '@portal/ranking/rank-passages'
import type { Ranker } from '@portal/ranking/ranker'
import { inTurns } from '@portal/service-kit/threads/in-turns'

/** Ranks by words, windows and tokens, with the fitted weights; needs no engine. */
export function openEmbeddedRanker(): Ranker {
  return {
    async rank({ asked }, passages, signal) {
      signal.throwIfAborted()
      return inTurns(rankingSteps(asked, passages), signal)
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}
