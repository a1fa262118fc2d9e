import type { Citation } from '@portal/contracts/chat'

/** A run of an answer's text: a mark with its citation, or words. */
export interface AnswerPart {
  readonly key: string
  readonly text: string
  readonly citation: Citation | null
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Cuts a text at its marks `[n]`, without loss. Documents use brackets too, and a hostile one might
 * name the source of another: a mark stands after the words of a line and outside of what is
 * quoted, and it has a citation; everything else stays text.
 */
export function splitMarks(text: string, citations: readonly Citation[], key = ''): AnswerPart[] {
  const byMark = new Map(citations.map((citation) => [`[${citation.number}]`, citation]))
  const ends = lineEnds(text)
  const quoted = quotedRanges(text, citations)
  return cut(text).map((piece, index) => {
    const isMark = isIn(ends, piece.start) && !isIn(quoted, piece.start)
    const citation = isMark ? (byMark.get(piece.text) ?? null) : null
    return { key: `${key}.${index}`, text: piece.text, citation }
  })
}

function isIn(ranges: readonly Range[], at: number): boolean {
  return ranges.some(({ start, end }) => start <= at && at < end)
}

/** The text at its marks, in order. */
function cut(text: string) {
  const pieces: { text: string; start: number }[] = []
  let start = 0
  for (const piece of text.split(/(\[\d+\])/)) {
    if (piece !== '') pieces.push({ text: piece, start })
    start += piece.length
  }
  return pieces
}

/** The marks at the ends of lines, after words. */
function lineEnds(text: string): Range[] {
  let end = -1
  return text.split('\n').flatMap((line) => {
    const start = end + 1
    end = start + line.length
    const words = withoutMarks(line)
    return words === '' ? [] : [{ start: start + words.length, end }]
  })
}

function withoutMarks(line: string): string {
  for (let words = line.trimEnd(); ; ) {
    const [mark] = /\[\d{1,6}\]$/.exec(words.slice(-8)) ?? []
    if (mark === undefined) return words
    words = words.slice(0, -mark.length).trimEnd()
  }
}

/** Where a text repeats words of a source that have a mark, line by line and cell by cell. */
function quotedRanges(text: string, citations: readonly Citation[]): Range[] {
  const quotes = citations.flatMap(({ quote, context = [] }) => [quote, ...context.map((span) => span.quote)])
  const runs = quotes.flatMap((quote) => quote.split(/[\n\t]/)).filter(hasMarkAndWords)
  const words = runs.flatMap((run) => [withoutBullet(run), withoutBullet(run).replace(/\s+/g, ' ')])
  return [...new Set(words)].flatMap((run) => occurrences(text, run))
}

function hasMarkAndWords(run: string): boolean {
  return /\[\d+\]/.test(run) && /[\p{L}\p{N}]/u.test(run.replace(/\[\d+\]/g, ''))
}

function withoutBullet(run: string): string {
  return run.trim().replace(/^[^\p{L}\p{N}[]\s+/u, '')
}

function occurrences(text: string, words: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length))
    found.push({ start: at, end: at + words.length })
  return found
}
