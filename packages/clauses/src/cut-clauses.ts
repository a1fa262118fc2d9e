import type { Clause, ClauseKind } from './clause.ts'
import { sentencesOf } from './cut/clause-spans.ts'
import { splitBlocks } from './cut/split-blocks.ts'
import { type StructuredBlock, structureBlocks } from './cut/structure-blocks.ts'

/**
 * Cuts the text of a passage into clauses: sentences, list items, table rows, headings. They are in
 * order, do not overlap and hold every word of the text; none begins or ends within a word, a URL,
 * a number or a common abbreviation. Structure is read from blank lines, line ends, tabs and the
 * markers of items, which is all the structure that the text of a version has.
 */
export function cutClauses(text: string): Clause[] {
  const clauses: Clause[] = []
  /** Per block the clause that others hang on: what announces them, else its first. */
  const anchors: number[] = []
  structureBlocks(splitBlocks(text)).forEach((block, at) => {
    const first = clauses.length
    const below = block.below === null ? null : (anchors[block.below] ?? null)
    const spans = isInOnePiece(block) ? [{ start: block.start, end: block.end }] : sentencesOf(text, block)
    spans.forEach((span, index) => {
      const said = text.slice(span.start, span.end)
      const isFirst = index === 0
      const isLast = index === spans.length - 1
      const kind = kindOf(block, said, { isFirst, isLast })
      const rule = mayBeException.has(kind) ? ruleOf(said, clauses, { first, block }) : null
      clauses.push({
        ...span,
        kind,
        depth: block.depth,
        hangsOn: rule ?? (isFirst || clauses[first]?.kind !== 'heading' ? below : first),
        isException: rule !== null,
        block: at,
        words: said.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      })
    })
    anchors[at] = block.announces ? clauses.length - 1 : first
  })
  return clauses
}

const mayBeException: ReadonlySet<ClauseKind> = new Set(['sentence', 'item', 'lead-in'])

function isInOnePiece({ role }: StructuredBlock): boolean {
  return role === 'row' || role === 'table-header'
}

interface PositionInBlock {
  readonly isFirst: boolean
  readonly isLast: boolean
}

function kindOf(block: StructuredBlock, said: string, { isFirst, isLast }: PositionInBlock): ClauseKind {
  const { role } = block
  if (role === 'heading' || role === 'row' || role === 'table-header') return role
  if (isLast && block.announces) return 'lead-in'
  const body = block.marker === null || !isFirst ? said : said.slice(block.marker.length).trim()
  if (isFirst && !isLast && block.marker !== null && isRunInTitle(body, block.marker)) return 'heading'
  return isFirst && role === 'item' ? 'item' : 'sentence'
}

/** Rules of more exceptions are no longer near; without a limit hostile text would cost squares. */
const exceptionsMax = 12

/** The rule that a clause is an exception to: the last one before it that is none itself. */
function ruleOf(
  said: string,
  clauses: readonly Clause[],
  { first, block }: { readonly first: number; readonly block: StructuredBlock },
): number | null {
  const isFirstOfBlock = clauses.length === first
  const body = isFirstOfBlock && block.marker !== null ? said.slice(block.marker.length).trim() : said
  if (!isException(body, isFirstOfBlock)) return null
  for (let at = clauses.length - 1; at >= Math.max(0, clauses.length - exceptionsMax); at--) {
    const clause = clauses[at]
    if (clause === undefined || clause.kind === 'heading' || clause.kind === 'table-header') break
    const isOutside = clause.depth < block.depth && clause.kind !== 'lead-in'
    if (!clause.isException && clause.depth <= block.depth && !isOutside) return at
  }
  return null
}

/** Words with which a sentence takes back some of what the one before it says. */
const withdrawing =
  /^(?:however|but|otherwise|nevertheless|that said|exceptions?\b|excepted|excluded|notwithstanding (?:this|that|the (?:above|foregoing))|(?:this|that|these|the (?:above|foregoing|same))\b.{0,60}\b(?:do(?:es)?|shall|will) not apply|only (?:if|when|where|in|after|with)\b|if .{0,40}\b(?:truly|really|absolutely|still) (?:must|have to|needs? to)\b|(?:where|if|when) (?:this|that|it) is (?:not (?:possible|feasible|practicable)|impossible))/i
/** These begin an exception only after another sentence: in front of a rule they limit it. */
const limiting = /^(?:except|unless|save|apart from|other than)\b|^if .{0,40}\b(?:must|have to|needs? to)\b/i

/** Whether a sentence is an exception to the rule before it, in its paragraph or the last one. */
function isException(sentence: string, isFirstOfBlock: boolean): boolean {
  return withdrawing.test(sentence) || (!isFirstOfBlock && limiting.test(sentence))
}

/** An order may be as short as a title; only numbers with parts are mostly followed by one. */
const titleWordsMax = { numbered: 6, other: 3 }
const verbs =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|must|shall|should|may|can|will|would|need|needs|not|never|always|apply|applies|contact|use|keep|ask|report|call|send|lock|none)\b/i

/** Whether an item's first sentence is its title, as in "4.1 Annual leave. Employees have …". */
function isRunInTitle(sentence: string, marker: string): boolean {
  const words = sentence.split(/\s+/)
  const wordsMax = /\d\.\d/.test(marker) ? titleWordsMax.numbered : titleWordsMax.other
  return words.length <= wordsMax && /\.$/.test(sentence) && !verbs.test(sentence)
}
