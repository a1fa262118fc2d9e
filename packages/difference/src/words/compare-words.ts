import type { Span } from '@portal/file-rules/sentence-spans'
import { diffArrays } from 'diff'
import type { Segment } from '../difference.ts'
import { withOwnSpaces } from './own-spaces.ts'
import { joinHyphenated, type Token, tokensOf } from './tokens.ts'

/** Two spans to compare. `isAcrossTypes`: see ComparedText. */
export interface WordComparison {
  readonly texts: { readonly before: string; readonly after: string }
  readonly before: Span
  readonly after: Span
  readonly isAcrossTypes: boolean
  readonly budget: Budget
}

/** Steps that word comparisons may still take together. Counted, so that results do not vary. */
export interface Budget {
  steps: number
}

/** Two runs of tokens, `[start, end)` by index, that are the same or replace one another. */
interface Region {
  isSame: boolean
  readonly before: { start: number; end: number }
  readonly after: { start: number; end: number }
}

/** A "same" with fewer letters between two changes is noise to a reader. */
const islandLetters = 4

/** What it costs to compare two spans at all, in steps. */
const pairSteps = 300

/** The segments of two spans, word by word; with an empty budget one replaces the other. */
export function compareWords(comparison: WordComparison): Segment[] {
  const { texts, isAcrossTypes, budget } = comparison
  if (budget.steps === 0)
    return [
      { op: 'removed', before: comparison.before },
      { op: 'added', after: comparison.after },
    ]
  const read = isAcrossTypes ? (tokens: Token[]) => joinHyphenated(tokens) : (tokens: Token[]) => tokens
  const before = read(tokensOf(texts.before, comparison.before))
  const after = read(tokensOf(texts.after, comparison.after))
  const regions = withoutIslands(regionsOf(before, after, budget), before)
  const segments = regions.flatMap((region) => segmentsOf(region, before, after))
  return withOwnSpaces(segments, texts)
}

function regionsOf(before: readonly Token[], after: readonly Token[], budget: Budget): Region[] {
  let head = 0
  const shorter = Math.min(before.length, after.length)
  while (head < shorter && before[head]?.word === after[head]?.word) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail)?.word === after.at(-1 - tail)?.word) tail += 1
  const inner = {
    before: before.slice(head, before.length - tail).map(({ word }) => word),
    after: after.slice(head, after.length - tail).map(({ word }) => word),
  }
  const regions: Region[] = []
  add(regions, { isSame: true, before: head, after: head })
  for (const step of stepsOf(inner.before, inner.after, budget)) add(regions, step)
  add(regions, { isSame: true, before: tail, after: tail })
  return regions
}

interface Step {
  readonly isSame: boolean
  readonly before: number
  readonly after: number
}

function stepsOf(before: readonly string[], after: readonly string[], budget: Budget): Step[] {
  const whole = [{ isSame: false, before: before.length, after: after.length }]
  if (before.length === 0 || after.length === 0) return whole
  const longest = before.length + after.length
  const maxEditLength = Math.min(longest, Math.floor(budget.steps / longest))
  const changes = diffArrays([...before], [...after], { maxEditLength })
  const edits = changes?.reduce((sum, each) => sum + (each.added || each.removed ? each.count : 0), 0)
  budget.steps = Math.max(0, budget.steps - pairSteps - longest * (edits ?? maxEditLength))
  if (!changes) return whole
  return changes.map(({ added, removed, count }) => ({
    isSame: !added && !removed,
    before: added ? 0 : count,
    after: removed ? 0 : count,
  }))
}

/** Appends a step, joined with the region before it where both are changes or both the same. */
function add(regions: Region[], { isSame, before, after }: Step): void {
  if (before === 0 && after === 0) return
  const last = regions.at(-1)
  if (last?.isSame === isSame) {
    last.before.end += before
    last.after.end += after
    return
  }
  const [start, at] = [last?.before.end ?? 0, last?.after.end ?? 0]
  regions.push({ isSame, before: { start, end: start + before }, after: { start: at, end: at + after } })
}

/** Joins changes that only a comma or a short word separates. */
function withoutIslands(regions: readonly Region[], before: readonly Token[]): Region[] {
  const joined: Region[] = []
  regions.forEach((region, at) => {
    const isInner = at > 0 && at < regions.length - 1
    const isIsland = region.isSame && isInner && lettersOf(region, before) < islandLetters
    add(joined, {
      isSame: region.isSame && !isIsland,
      before: region.before.end - region.before.start,
      after: region.after.end - region.after.start,
    })
  })
  return joined
}

/** Tabs separate cells, so nothing is joined across them; numbers always matter. */
function lettersOf({ before: { start, end } }: Region, tokens: readonly Token[]): number {
  const words = tokens.slice(start, end).map(({ word }) => word)
  if (words.some((word) => word === '\t' || /\p{N}/u.test(word))) return islandLetters
  return words.reduce((sum, word) => sum + (/\p{L}/u.test(word) ? word.length : 0), 0)
}

function segmentsOf(region: Region, before: readonly Token[], after: readonly Token[]): Segment[] {
  const [was, is] = [spanOf(region.before, before), spanOf(region.after, after)]
  if (region.isSame && was && is) return [{ op: 'same', before: was, after: is }]
  return [
    ...(was ? [{ op: 'removed' as const, before: was }] : []),
    ...(is ? [{ op: 'added' as const, after: is }] : []),
  ]
}

function spanOf({ start, end }: Span, tokens: readonly Token[]): Span | null {
  const [first, last] = [tokens[start], tokens[end - 1]]
  return end > start && first && last ? { start: first.start, end: last.end } : null
}
