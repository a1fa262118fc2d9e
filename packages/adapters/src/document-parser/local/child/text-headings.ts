import { clauseDepth, isBelow, listMarker } from '@portal/file-rules/list-marker'
import { contentsEntries } from './contents-list.ts'

const headingLength = 110
/** More consecutive heading-like lines are a list without markers. */
const headingsInARowMax = 3

const caption = /^(?:table|figure|fig\.)\s+\w+\s*[:.–—-]/i

/** A run of lines without a blank one. */
export interface Chunk {
  readonly lines: readonly string[]
  /** Indentation of its first line, in columns. */
  readonly indent: number
}

/** The marked heading that a chunk is: `## Title`, or a line underlined with = or -. */
export function markedHeading({ lines }: Chunk): { text: string; level: number } | null {
  const hashes = /^(#{1,6})\s+(.*?)\s*#*$/.exec(lines.length === 1 ? (lines[0] ?? '') : '')
  if (hashes?.[1] !== undefined && hashes[2]) return { text: hashes[2], level: hashes[1].length }
  const underline = /^\s*(={3,}|-{3,})\s*$/.exec(lines.length === 2 ? (lines[1] ?? '') : '')
  const title = lines[0]?.trim()
  return underline?.[1] && title ? { text: title, level: underline[1].startsWith('=') ? 1 : 2 } : null
}

type Look = 'numbered' | 'plain' | null

/**
 * Unmarked headings: short separate lines without a full stop. Numbers give the level, below that
 * of letters where these come first ("A. Terms", "1. Law").
 */
export function plainHeadings(chunks: readonly Chunk[]): ReadonlyMap<Chunk, number> {
  const isHeading = areHeadings(looksOf(chunks))
  const headings = chunks.filter((_, index) => isHeading[index])
  const first = headings.find((chunk) => /^(?:\d|[A-Z]\.\s)/.test(chunk.lines[0] ?? ''))
  const below = /^[A-Z]/.test(first?.lines[0] ?? '') ? 2 : 0
  const levelOf = (chunk: Chunk) => {
    const [line = ''] = chunk.lines
    const depth = clauseDepth(line)
    if (depth !== null) return Math.min(6, depth + below)
    return chunk === chunks[0] && listMarker(line) === null ? 1 : 2
  }
  return new Map(headings.map((chunk) => [chunk, levelOf(chunk)]))
}

function looksOf(chunks: readonly Chunk[]): Look[] {
  const headed = new Set<string>()
  const titles = chunks.map((chunk) => {
    const text = chunk.lines.join(' ').trim()
    return readsAsHeading(chunk, text) ? text : null
  })
  const isListed = contentsEntries(titles)
  return chunks.map((_, index) => {
    const [text, next] = [titles[index] ?? null, chunks[index + 1]]
    if (text === null || next === undefined || isListed[index] || isListItem(text, next, headed)) return null
    const marker = listMarker(text)
    if (marker !== null) headed.add(marker)
    return marker === null && clauseDepth(text) === null ? 'plain' : 'numbered'
  })
}

/**
 * Which chunks are headings: not too many without text between. The first line of a text is its
 * title whatever follows, and lines without numbers do not make those with numbers a list.
 */
function areHeadings(looks: readonly Look[]): boolean[] {
  const ofAny = runLengths(looks.map((look) => look !== null))
  const ofNumbered = runLengths(looks.map((look) => look === 'numbered'))
  return looks.map((look, index) => {
    if (look === 'numbered') return (ofNumbered[index] ?? 0) <= headingsInARowMax
    return look === 'plain' && (index === 0 || (ofAny[index] ?? 0) <= headingsInARowMax)
  })
}

/** How many neighbours hold in a row, for each that does. */
function runLengths(holds: readonly boolean[]): number[] {
  const lengths = holds.map(() => 0)
  for (let start = 0; start < holds.length; start++) {
    let end = start
    while (holds[end] === true) end++
    lengths.fill(end - start, start, end)
    start = Math.max(start, end)
  }
  return lengths
}

function readsAsHeading({ lines, indent }: Chunk, text: string): boolean {
  const [first = '', second] = lines
  if (indent > 0 || lines.length > 2 || (second !== undefined && first.length < 50)) return false
  if (text.length > headingLength || !/^["“‘(]?[\p{Lu}\p{N}]/u.test(text) || /[.,;:!]$/.test(text))
    return false
  return /\p{L}{2}/u.test(text) && !caption.test(text)
}

/**
 * "1. Scope" is a heading unless "2. …" follows; "1.2 Scope" always is, "a. scope" never. So is
 * what a list of its own follows, if its forerunner is one: "H. Others" after "G. Liability".
 */
function isListItem(text: string, next: Chunk, headed: ReadonlySet<string>): boolean {
  const marker = listMarker(text)
  if (marker === null || (clauseDepth(text) ?? 1) > 1) return false
  if (!/^(?:\d{1,3}|[A-Z])[.)]$/.test(marker)) return true
  const following = next.lines[0]?.trim() ?? ''
  if (next.indent > 0) return true
  if (listMarker(following) === null || isBelow(following, text)) return false
  const isListOfItsOwn = /^(?:1|[aA])[.)]\s/.test(following) && /^\d/.test(marker) !== /^\d/.test(following)
  return !(isListOfItsOwn && headed.has(forerunner(marker)))
}

/** "G." of "H.", "6." of "7.". */
function forerunner(marker: string): string {
  const counter = marker.slice(0, -1)
  const before = /^\d/.test(counter)
    ? `${Number(counter) - 1}`
    : String.fromCharCode(counter.charCodeAt(0) - 1)
  return before + marker.slice(-1)
}
