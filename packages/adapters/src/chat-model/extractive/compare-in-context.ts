import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import type { ScoredWindow } from './score-windows.ts'

/** The encoder reads this many windows again; each takes it about 5 ms. */
const comparedMax = 12
/** Chosen on the tuning half; twice of it, or half, is as good. */
const weight = 50

/**
 * Scores the best windows once more, each encoded alone below its titles: what it says of its own,
 * and not what its neighbours in the passage say. Those of a passage that may no longer be cited
 * are dropped.
 */
export async function compareInContext(
  { compare, signal }: AnswerRequest,
  windows: readonly ScoredWindow[],
): Promise<ScoredWindow[]> {
  const compared = windows.slice(0, comparedMax)
  const similarities = await compare(
    compared.map(({ cut, start, end }) => ({ passageId: cut.passage.id, start, end })),
  )
  signal?.throwIfAborted()
  const gone = new Set(compared.flatMap(({ cut }, at) => (similarities[at] == null ? [cut] : [])))
  const known = similarities.flatMap((similarity) => similarity ?? [])
  const least = known.length === 0 ? 0 : Math.min(...known)
  return windows
    .map((window, at) => ({ ...window, score: window.score + weight * (similarities[at] ?? least) }))
    .filter(({ cut }) => !gone.has(cut))
    .sort((a, b) => b.score - a.score)
}
