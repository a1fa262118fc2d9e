import { isBelow, listMarker } from '@portal/file-rules/list-marker'
import type { Chunk } from './text-headings.ts'

const numberedTitle = /^(?:\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+[.)]?|[A-Z]\.)\s+["“‘(]?\p{Lu}/u
const titleLength = 80

/**
 * The lines between two blank ones, with each numbered title apart from the text that follows it
 * without a blank line ("3.1 Scope", next line "This policy applies to …").
 */
export function headedChunks(lines: readonly string[]): Chunk[] {
  const width = lines.reduce((widest, line) => Math.max(widest, line.trimEnd().length), 0)
  const chunks: string[][] = [[]]
  lines.forEach((line, at) => {
    if (!isTitle(lines, at, width)) chunks.at(-1)?.push(line)
    else chunks.push([line], [])
  })
  return chunks
    .filter((chunk) => chunk.length > 0)
    .map((chunk) => ({ lines: chunk, indent: indentOf(chunk[0]) }))
}

/** The line must have ended early: the next one's first word would have fitted on it. */
function isTitle(lines: readonly string[], at: number, width: number): boolean {
  const [line = '', next] = [lines[at]?.trimEnd(), lines[at + 1]?.trimEnd()]
  const title = line.trim()
  if (
    next === undefined ||
    title.length > titleLength ||
    !numberedTitle.test(title) ||
    /[.,;:!]$/.test(title)
  )
    return false
  if (isBelow(next.trim(), title)) return isTitle(lines, at + 1, width)
  const [word = ''] = next.trim().split(/\s/, 1)
  const isText = /^["“‘(]?\p{Lu}/u.test(next.trim()) && listMarker(next.trim()) === null
  return isText && indentOf(next) <= indentOf(line) && line.length + 1 + word.length <= width
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length
}
