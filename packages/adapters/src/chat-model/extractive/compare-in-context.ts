import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import type { ChosenQuote } from './choose-quotes.ts'
import type { ScoredWindow } from './score-windows.ts'

/** The encoder reads this many windows again; each takes it about 5 ms. */
const comparedMax = 20
/** Of windows that share clauses, so many: the rest would say nothing new. */
const sharingMax = 2
/** Chosen on the tuning half; twice of it, or half, is as good. */
const weight = 80

/**
 * Scores the best windows once more, each encoded alone below its titles: what it says of its own,
 * and not what its neighbours in the passage say. Those of a passage that may no longer be cited
 * are dropped.
 */
export async function compareInContext(
  { compare, signal }: AnswerRequest,
  windows: readonly ScoredWindow[],
): Promise<ScoredWindow[]> {
  const compared = windowsToCompare(windows)
  const similarities = await compare(
    compared.map(({ cut, start, end }) => ({ passageId: cut.passage.id, start, end })),
  )
  signal?.throwIfAborted()
  const gone = new Set(compared.flatMap(({ cut }, at) => (similarities[at] == null ? [cut] : [])))
  const known = new Map(compared.map((window, at) => [window, similarities[at] ?? null]))
  const cosines = similarities.flatMap((similarity) => similarity ?? [])
  const least = cosines.length === 0 ? 0 : Math.min(...cosines)
  return windows
    .filter(({ cut }) => !gone.has(cut))
    .map((window) => {
      const context = known.get(window) ?? least
      return { ...window, context, score: window.score + weight * context }
    })
    .sort((a, b) => b.score - a.score)
}

/** The best windows, of which no more than a few share clauses. */
function windowsToCompare(windows: readonly ScoredWindow[]): ScoredWindow[] {
  const chosen: ScoredWindow[] = []
  for (const window of windows) {
    if (chosen.length === comparedMax) break
    const sharing = chosen.filter(
      ({ cut, first, last }) => cut === window.cut && first <= window.last && window.first <= last,
    )
    if (sharing.length < sharingMax) chosen.push(window)
  }
  return chosen
}

/**
 * The cosine of a quotation's words without titles: of its window, or of what is shown around the
 * deciding clause, if that is nearer. 0 if it may no longer be cited.
 */
export async function compareAlone(
  { compare, signal }: AnswerRequest,
  { cut, window, decides, shown }: ChosenQuote,
): Promise<number> {
  let [first, last] = [decides, decides]
  while (shown.includes(first - 1)) first--
  while (shown.includes(last + 1)) last++
  const { start = window.start } = cut.clauses[first] ?? {}
  const { end = window.end } = cut.clauses[last] ?? {}
  const spans = [window, { start, end }].map((span) => ({
    passageId: cut.passage.id,
    start: span.start,
    end: span.end,
    isAlone: true,
  }))
  const similarities = await compare(spans)
  signal?.throwIfAborted()
  return Math.max(0, ...similarities.flatMap((similarity) => similarity ?? []))
}
