import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { type Box, joinHalves, type PlacedBlock } from './join-halves.ts'
import { joinTables } from './join-tables.ts'

/** A bullet that the engine has as an element of its own. */
export interface Bullet {
  readonly page: number
  readonly box: Box
}

/** Items are counted by small letters; titles of sections by numbers and capitals. */
const itemLetter = /^\(?(?:[a-z]|[ivx]{1,5})[.)]\s/
const sectionTitle = /^(\d{1,2})\. .*[^.!?:;,]$/
const titleWordsMax = 10
/** Its first clause may stand after lines of another column. */
const firstClauseWithin = 8
/** In points. */
const bulletReach = 30
const sameLine = 3

/**
 * The blocks of a PDF: the engine, which sees lines, takes items for titles, titles of numbered
 * sections for items, and lines for paragraphs, those of tables too.
 */
export function pdfBlocks(placed: readonly PlacedBlock[], bullets: readonly Bullet[]): ParsedBlock[] {
  const joined = joinHalves(joinTables(placed).map((each) => (isItem(each, bullets) ? asItem(each) : each)))
  return joined.map((block, at) => (isTitle(block, joined.slice(at + 1)) ? asTitle(block) : block))
}

function isItem({ block, box }: PlacedBlock, bullets: readonly Bullet[]): boolean {
  if (block.kind === 'heading' ? itemLetter.test(block.text) : listMarker(block.text) !== null) return true
  return bullets.some(
    (bullet) =>
      box !== null &&
      bullet.page === block.page &&
      Math.abs(bullet.box.top - box.top) < sameLine &&
      bullet.box.right <= box.left &&
      box.left - bullet.box.right < bulletReach,
  )
}

function asItem({ block: { level: _, ...block }, box }: PlacedBlock): PlacedBlock {
  return block.kind === 'table' ? { block, box } : { block: { ...block, kind: 'list-item' }, box }
}

/** "4. Leave" somewhat before "4.1 …". */
function isTitle({ kind, text }: ParsedBlock, after: readonly ParsedBlock[]): boolean {
  const number = kind === 'list-item' ? sectionTitle.exec(text)?.[1] : undefined
  if (number === undefined || text.split(/\s+/).length > titleWordsMax) return false
  return after.slice(0, firstClauseWithin).some((block) => block.text.startsWith(`${number}.1 `))
}

function asTitle(block: ParsedBlock): ParsedBlock {
  return { ...block, kind: 'heading', level: 2 }
}
