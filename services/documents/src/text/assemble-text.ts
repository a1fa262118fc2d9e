import type { TextSection } from '@portal/contracts/versions'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import type { z } from 'zod'
import { splitInlineItems } from './inline-items.ts'

/** A block of a version's text, `text.slice(start, end)`. Offsets are UTF-16 code units. */
export interface TextBlock {
  readonly kind: ParsedBlock['kind']
  readonly start: number
  readonly end: number
  /** The headings above it, outermost first; a heading's own path ends with itself. */
  readonly headingPath: readonly string[]
  readonly page?: number
}

/** A heading, on one line; `level` counts from 1. */
type Heading = z.infer<typeof TextSection>

/** The immutable text of a version, with the positions of its parts. */
export interface AssembledText {
  readonly text: string
  readonly blocks: readonly TextBlock[]
  readonly headings: readonly Heading[]
  /** Where pages 2, 3, … begin; empty where the format has no pages. */
  readonly pages: readonly { readonly page: number; readonly start: number }[]
}

/** Longer "headings" are text in heading style; they would bloat the path of what follows. */
const headingLengthMax = 300

/** Joins the blocks of a parsed file: list items by line ends, everything else by blank lines. */
export function assembleText(parsed: readonly ParsedBlock[]): AssembledText {
  const blocks: TextBlock[] = []
  const headings: Heading[] = []
  const parts: string[] = []
  let open: readonly Heading[] = []
  let headingPath: readonly string[] = []
  let length = 0
  let previous: ParsedBlock['kind'] | null = null
  for (const block of parsed.flatMap(splitInlineItems)) {
    const text = cleanText(block.text)
    if (text === '') continue
    const kind = block.kind === 'heading' && text.length > headingLengthMax ? 'paragraph' : block.kind
    const gap = gapBetween(previous, kind)
    const start = length + gap.length
    parts.push(gap, text)
    length = start + text.length
    previous = kind
    if (kind === 'heading') {
      const { level = 1, page = null } = block
      const heading = { level, title: text.replace(/\s+/g, ' '), start, page }
      headings.push(heading)
      open = [...open.filter((above) => above.level < level), heading]
      headingPath = open.map(({ title }) => title)
    }
    const page = block.page === undefined ? {} : { page: block.page }
    blocks.push({ kind, start, end: length, headingPath, ...page })
  }
  return { text: parts.join(''), blocks, headings, pages: pageStarts(blocks) }
}

function gapBetween(previous: ParsedBlock['kind'] | null, kind: ParsedBlock['kind']): string {
  if (previous === null) return ''
  return previous === 'list-item' && kind === 'list-item' ? '\n' : '\n\n'
}

function pageStarts(blocks: readonly TextBlock[]): { page: number; start: number }[] {
  const starts: { page: number; start: number }[] = []
  for (const { page, start } of blocks)
    if (page !== undefined && page > (starts.at(-1)?.page ?? 1)) starts.push({ page, start })
  return starts
}

/** Invisible characters that reorder text or hide in words, such as soft hyphen and BOM. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
/** Control characters (NUL included) other than tab and line feed; noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const controls = /[\0-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Normalises text for storage, so that what people see is what is stored, in that order. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[^\S\t\n]+/g, ' ')
    .replace(/ ?([\t\n]+) ?/g, '$1')
    .trim()
}
