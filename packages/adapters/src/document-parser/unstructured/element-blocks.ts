import { clauseDepth } from '@portal/file-rules/list-marker'
import type { ParsableType, ParsedBlock, ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { z } from 'zod'
import type { Box, PlacedBlock } from './join-halves.ts'
import { type Bullet, pdfBlocks } from './pdf-blocks.ts'
import { tableRows } from './table-rows.ts'

// https://docs.unstructured.io/api-reference/partition/document-elements. `category_depth` counts
// from 0; strategy `fast` sets it for DOCX styles only.
const Element = z.object({
  type: z.string(),
  text: z.string(),
  metadata: z
    .object({
      page_number: z.number().int().min(1).nullish(),
      category_depth: z.number().int().min(0).nullish(),
      text_as_html: z.string().nullish(),
      coordinates: z
        .object({
          points: z.array(z.tuple([z.number(), z.number()])).min(1),
          layout_width: z.number().positive(),
        })
        .nullish(),
    })
    .default({}),
})
type Element = z.infer<typeof Element>

/** The response of a partition request. */
export const Elements = z.array(Element)

/** Not part of a document's text. */
const dropped = new Set(['PageNumber', 'PageBreak', 'Image'])
const runningTypes = new Set(['Header', 'Footer'])

/**
 * Converts elements to blocks. A title without depth gets its level from its number ("12.1.1" is
 * 3), else 1 for the first of the file and 2 after, as in the local parser. Pages exist for PDF
 * only; the count is the last page with text.
 */
export function blocksOfElements(
  elements: readonly Element[],
  type: ParsableType,
): Pick<ParsedDocument, 'blocks' | 'pages'> {
  const hasPages = type === 'application/pdf'
  const blocks: PlacedBlock[] = []
  const bullets: Bullet[] = []
  let pages = 0
  const isRunning = runningLines(elements, hasPages)
  for (const element of elements) {
    const page = hasPages ? (element.metadata.page_number ?? 1) : 0
    pages = Math.max(pages, page)
    const block = isRunning(element) ? null : blockOf(element, blocks.length === 0)
    const box = boxOf(element)
    if (block) blocks.push({ block: hasPages ? { ...block, page } : block, box })
    else if (box && element.type === 'ListItem') bullets.push({ page, box })
  }
  if (!hasPages) return { blocks: blocks.map(({ block }) => block) }
  return { blocks: pdfBlocks(blocks, bullets), pages: Math.max(1, pages) }
}

function boxOf({ metadata: { coordinates } }: Element): Box | null {
  if (!coordinates) return null
  const across = coordinates.points.map(([x]) => x)
  const down = coordinates.points.map(([, y]) => y)
  return {
    ...{ left: Math.min(...across), right: Math.max(...across) },
    ...{ top: Math.min(...down), bottom: Math.max(...down) },
    pageWidth: coordinates.layout_width,
  }
}

/**
 * Which elements are running headers and footers. For PDF the engine judges by position alone, even
 * the first line of a sparse page: only repeated lines and page numbers count there.
 */
function runningLines(elements: readonly Element[], isByPosition: boolean): (element: Element) => boolean {
  const running = elements.filter(({ type }) => runningTypes.has(type))
  const alike = Map.groupBy(running, ({ text }) => withoutNumbers(text))
  return ({ type, text }) =>
    runningTypes.has(type) &&
    (!isByPosition ||
      !/\p{L}{2}/u.test(text) ||
      /^\W*page \W*\d/i.test(text) ||
      (alike.get(withoutNumbers(text))?.length ?? 0) > 1)
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/gu, ' ').trim()
}

function blockOf({ type, text: raw, metadata }: Element, isFirst: boolean): ParsedBlock | null {
  if (dropped.has(type)) return null
  const rows = type === 'Table' && metadata.text_as_html ? tableRows(metadata.text_as_html) : ''
  if (rows !== '') return { kind: 'table', text: rows }
  const text = raw.replace(/\s+/gu, ' ').trim()
  if (text === '') return null
  if (type === 'Title')
    return { kind: 'heading', text, level: levelOf(text, metadata.category_depth, isFirst) }
  if (type === 'Table') return { kind: 'table', text }
  return { kind: type === 'ListItem' ? 'list-item' : 'paragraph', text }
}

function levelOf(text: string, depth: number | null | undefined, isFirst: boolean): number {
  const level = typeof depth === 'number' ? depth + 1 : (clauseDepth(text) ?? (isFirst ? 1 : 2))
  return Math.min(6, Math.max(1, level))
}
