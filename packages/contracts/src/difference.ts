import { z } from 'zod'
import { route } from './route.ts'
import { VersionPath } from './versions.ts'

/** The most rows of one part of a difference. */
export const differenceRowsMax = 500

/**
 * A heading, paragraph, list item or table row. `number` is what precedes its text, as "6.1";
 * `span` is where its text is in its version's, in UTF-16 units.
 */
export const ComparedBlock = z.object({
  block: z.enum(['heading', 'paragraph', 'list-item', 'table-row']),
  level: z.number().int().nullable(),
  number: z.string(),
  page: z.number().int().nullable(),
  span: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
})
export type ComparedBlock = z.infer<typeof ComparedBlock>

/** A block with its text; tabs separate the cells of a table's row. */
const ComparedText = ComparedBlock.extend({ text: z.string() })

/** A part of a text that is in both versions, or in the older or the newer one alone. */
export const DifferenceSegment = z.object({ op: z.enum(['same', 'removed', 'added']), text: z.string() })
export type DifferenceSegment = z.infer<typeof DifferenceSegment>

/** A segment's words, and the white space around them, which nobody marks as removed or added. */
export function withoutEdges(text: string): Record<'before' | 'words' | 'after', string> {
  const words = text.trim()
  const start = text.length - text.trimStart().length
  return { before: text.slice(0, start), words, after: text.slice(start + words.length) }
}

const index = z.number().int().min(0)
/** The other end of a move: its number, and the heading that it is below. */
const counterpart = z.object({ index, number: z.string(), section: z.string().nullable() })

/**
 * What became of a block, with its number in the whole difference. `unchanged` is a run of rows
 * that were left out; they can be read with `whole`.
 */
export const DifferenceRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unchanged'), index, count: z.number().int() }),
  z.object({
    kind: z.literal('same'),
    index,
    before: ComparedBlock,
    after: ComparedText,
    isRenumbered: z.boolean(),
  }),
  z.object({
    kind: z.literal('changed'),
    index,
    before: ComparedBlock,
    after: ComparedBlock,
    segments: z.array(DifferenceSegment),
  }),
  z.object({ kind: z.literal('removed'), index, before: ComparedText }),
  z.object({ kind: z.literal('added'), index, after: ComparedText }),
  z.object({ kind: z.literal('moved-away'), index, before: ComparedText, counterpart }),
  z.object({
    kind: z.literal('moved-here'),
    index,
    after: ComparedBlock,
    segments: z.array(DifferenceSegment),
    counterpart,
  }),
])
export type DifferenceRow = z.infer<typeof DifferenceRow>

/** One of the two versions. */
export const ComparedVersion = z.object({
  id: z.uuid(),
  version: z.number().int(),
  title: z.string(),
  status: z.string(),
  isCurrent: z.boolean(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether the reader may see and write comments on it (decision 75). */
  mayComment: z.boolean().optional(),
})
export type ComparedVersion = z.infer<typeof ComparedVersion>

/** Rows by what became of them; blocks that move together count as one move. */
export const DifferenceSummary = z.object({
  changed: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  moved: z.number().int(),
  renumbered: z.number().int(),
  unchanged: z.number().int(),
})
export type DifferenceSummary = z.infer<typeof DifferenceSummary>

/**
 * A part of the difference of two versions. `sections` (of the first part alone) are those with
 * changes, each with the row of its first one; `next` is the cursor of the next part.
 */
export const VersionDifference = z.object({
  documentId: z.uuid(),
  title: z.string(),
  customId: z.string(),
  before: ComparedVersion,
  after: ComparedVersion,
  summary: DifferenceSummary,
  sections: z.array(z.object({ title: z.string().nullable(), index, changes: z.number().int() })),
  rows: z.array(DifferenceRow),
  next: index.nullable(),
})
export type VersionDifference = z.infer<typeof VersionDifference>

const OtherVersion = z.uuid('With must be the id of a version of this document.')
const rowNumber = z.coerce.number().int().min(0).max(10_000_000)

/** How a difference is saved; a page unless a PDF is asked for. */
export const DifferenceFormat = z.enum(['html', 'pdf'], 'Format must be html or pdf.')

/** Routes for the difference of versions, served by documents. */
export const differenceApi = {
  compareVersions: route('GET', '/api/documents/{id}/versions/{versionId}/difference', {
    can: 'version:read',
    summary: 'What changed from another version to this one, a part at a time',
    params: VersionPath,
    query: z.object({
      with: OtherVersion,
      cursor: rowNumber.optional(),
      limit: z.coerce.number().int().min(1).max(differenceRowsMax).optional(),
      whole: z.stringbool({ error: 'Whole must be true or false.' }).optional(),
    }),
    returns: VersionDifference,
    // Two texts of 10 MB with nothing in common take most of it.
    deadlineMs: 60_000,
  }),
  exportDifference: route('GET', '/api/documents/{id}/versions/{versionId}/difference/file', {
    can: 'version:read',
    summary: 'What changed from another version to this one, as a page or PDF for the file',
    params: VersionPath,
    query: z.object({ with: OtherVersion, format: DifferenceFormat.optional() }),
    streams: ['text/html', 'application/pdf'],
    deadlineMs: 60_000,
  }),
} as const
