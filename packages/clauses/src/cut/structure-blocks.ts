import { OpenLists } from './open-lists.ts'
import type { Block } from './split-blocks.ts'

/** A block with its part in the structure; `below` is the block that it hangs on. */
export interface StructuredBlock extends Block {
  readonly role: 'heading' | 'paragraph' | 'item' | 'table-header' | 'row'
  readonly depth: number
  readonly below: number | null
  /** Whether it announces what follows it. */
  readonly announces: boolean
}

/** A block's part, without what all kinds of blocks have. */
type Part = Pick<StructuredBlock, 'role' | 'depth' | 'below'>

const headingMax = 80
const headerCellMax = 60

/** The structure of blocks, in one pass from the first to the last. */
export function structureBlocks(blocks: readonly Block[]): StructuredBlock[] {
  const structured: StructuredBlock[] = []
  const lists = new OpenLists()
  let heading: number | null = null
  blocks.forEach((block, at) => {
    const before = structured[at - 1]
    const position = { at, blocks, leadIn: before?.announces ? at - 1 : null, heading }
    const part = block.isRow
      ? structureRow(block, position, before)
      : block.marker === null
        ? structureParagraph(block, position, before)
        : structureItem(block, position, lists)
    if (block.marker === null) lists.interrupt()
    if (part.role === 'heading' && block.marker === null) heading = at
    structured.push({ ...block, ...part, announces: announces(block, blocks[at + 1]) })
  })
  return structured
}

interface Position {
  readonly at: number
  readonly blocks: readonly Block[]
  /** The block before, if it announces this one. */
  readonly leadIn: number | null
  readonly heading: number | null
}

/** Words that no sentence ends with. */
const breaksOff =
  /(?:,|\b(?:must|shall|should|may|can|will|not|is|are|be|to|of|for|with|by|as|that|which|we|you|they|including|includes?))$/i

/** Whether it ends with a colon, or in the middle of a sentence that bullets go on with. */
function announces({ text, marker }: Block, next: Block | undefined): boolean {
  if (/:[\s*]*$/.test(text)) return true
  return marker === null && /^[^\p{L}\p{N}]$/u.test(next?.marker ?? '') && breaksOff.test(text)
}

function structureRow(
  block: Block,
  { at, blocks, leadIn, heading }: Position,
  before?: StructuredBlock,
): Part {
  const isFirst = before?.chunk !== block.chunk
  const hasMore = blocks[at + 1]?.chunk === block.chunk
  if (isFirst && hasMore && isTableHeader(block.text))
    return { role: 'table-header', depth: 0, below: leadIn ?? heading }
  const below = isFirst
    ? (leadIn ?? heading)
    : before?.role === 'table-header'
      ? at - 1
      : (before?.below ?? null)
  return { role: 'row', depth: 1, below }
}

/** Short cells without figures or sentences name the columns. */
function isTableHeader(row: string): boolean {
  const cells = row.split(/\t| \| /)
  return cells.every((cell) => cell.length <= headerCellMax && !/\d|[.;!]$/.test(cell))
}

function structureParagraph(block: Block, position: Position, before?: StructuredBlock): Part {
  const { at, blocks, leadIn, heading } = position
  if (block.isLine) {
    const isSameList = before?.chunk === block.chunk && before.role === 'item' && before.marker === null
    const below = leadIn ?? (isSameList ? before.below : heading)
    return { role: 'item', depth: 1, below }
  }
  const next = blocks[at + 1]
  const isLeadIn = announces(block, next)
  if (leadIn !== null && !isLeadIn) return { role: 'item', depth: 1, below: leadIn }
  if (!isLeadIn && isHeading(block, next)) return { role: 'heading', depth: 0, below: null }
  return { role: 'paragraph', depth: 0, below: heading }
}

/** A short line that is no sentence and has something below it. */
function isHeading({ text, isLine }: Block, next: Block | undefined): boolean {
  if (isLine || next === undefined || text.length > headingMax || /[.,;:!?)\]]$/.test(text)) return false
  return /^["“‘(]?[\p{Lu}\d]/u.test(text) && /\p{L}{2}/u.test(text) && !/@|:\/\/|www\./.test(text)
}

function structureItem(block: Block, { at, blocks, leadIn, heading }: Position, lists: OpenLists): Part {
  const { depth, below } = lists.add({ block: at, marker: block.marker ?? '', leadIn })
  const isTitle = isTitleOfItems(block, blocks[at + 1]) || isLeftOver(block, { at, blocks })
  const role = isTitle ? 'heading' : 'item'
  return { role, depth, below: below ?? heading }
}

/** "a. Rotation" above "i. …" is the title of what is below it. */
function isTitleOfItems(block: Block, next: Block | undefined): boolean {
  const body = block.text.slice(block.marker?.length ?? 0).trim()
  if (!next || !isHeading({ ...block, text: body }, next)) return false
  return next.marker !== null && opensList(next.marker)
}

/** The title of what the next passage says, at the end of this one: "5. Services". */
function isLeftOver(block: Block, { at, blocks }: Pick<Position, 'at' | 'blocks'>): boolean {
  const before = blocks[at - 1]
  const body = block.text.slice(block.marker?.length ?? 0).trim()
  const isLast = at === blocks.length - 1 && before !== undefined && before.marker === null
  return isLast && /^\d/.test(block.marker ?? '') && isHeading({ ...block, text: body }, before)
}

function opensList(marker: string): boolean {
  return /^\(?(?:1|a|A|i|I)[.)]$|\.1[.)]?$/.test(marker)
}
