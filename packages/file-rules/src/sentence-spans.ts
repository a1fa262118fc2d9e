const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Window for the segmenter, whose cost grows with the length of sentence-free text. */
const windowUnits = 20_000
/** A full stop after these does not end a sentence; the segmenter does not know them. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|cf|vs|etc|no|nos|art|sec|para|fig|inc|ltd|corp|mr|mrs|ms|dr|st|approx)|\b\p{Lu}|^\s*(?:\d+|\p{L}|[ivx]+))[.)]\s*$/iu

/** A span of UTF-16 code units `[start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The sentences of a text as spans that cover it without gaps; white space belongs to the sentence
 * before it. Line ends, which come from the layout, list markers and common abbreviations ("e.g.")
 * do not end a sentence.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const end of boundaries(text)) {
    if (end < text.length && abbreviation.test(text.slice(Math.max(start, end - 12), end))) continue
    spans.push({ start, end })
    start = end
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

function* boundaries(text: string): Generator<number> {
  let from = 0
  while (from < text.length) {
    const window = text.slice(from, from + windowUnits).replaceAll('\n', ' ')
    const isLast = from + window.length >= text.length
    const ends = [...segmenter.segment(window)].map(({ index, segment }) => from + index + segment.length)
    if (!isLast && ends.length > 1) ends.pop()
    yield* ends
    from = ends.at(-1) ?? text.length
  }
}
