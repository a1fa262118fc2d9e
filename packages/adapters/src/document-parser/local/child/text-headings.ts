import { clauseDepth, listMarker } from '@portal/file-rules/list-marker'

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

/** Unmarked headings: short separate lines without a full stop. Numbers give the level. */
export function plainHeadings(chunks: readonly Chunk[]): ReadonlyMap<Chunk, number> {
  const levels = new Map<Chunk, number>()
  const looks = chunks.map((chunk, index) => looksLikeHeading(chunk, chunks[index + 1]))
  chunks.forEach((chunk, index) => {
    if (looks[index] !== true || runLength(looks, index) > headingsInARowMax) return
    const depth = clauseDepth(chunk.lines[0] ?? '')
    levels.set(chunk, Math.min(6, depth ?? (index === 0 ? 1 : 2)))
  })
  return levels
}

function runLength(looks: readonly boolean[], index: number): number {
  const before = looks.slice(0, index).lastIndexOf(false)
  const after = looks.indexOf(false, index)
  return (after === -1 ? looks.length : after) - before - 1
}

function looksLikeHeading(chunk: Chunk, next: Chunk | undefined): boolean {
  const [first = '', second] = chunk.lines
  if (
    next === undefined ||
    chunk.indent > 0 ||
    chunk.lines.length > 2 ||
    (second !== undefined && first.length < 50)
  )
    return false
  const text = chunk.lines.join(' ').trim()
  if (text.length > headingLength || !/^["“‘(]?[\p{Lu}\p{N}]/u.test(text) || /[.,;:!]$/.test(text))
    return false
  return /\p{L}{2}/u.test(text) && !caption.test(text) && !isListItem(text, next)
}

/** "1. Scope" is a heading unless "2. …" follows; "1.2 Scope" always is, "a. scope" never. */
function isListItem(text: string, next: Chunk): boolean {
  const marker = listMarker(text)
  if (marker === null || (clauseDepth(text) ?? 1) > 1) return false
  if (!/^(?:\d{1,3}|[A-Z])[.)]$/.test(marker)) return true
  return next.indent > 0 || listMarker(next.lines[0]?.trim() ?? '') !== null
}
