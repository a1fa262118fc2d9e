import type { Citation } from '@portal/contracts/chat'
import { plain } from './plain-words.ts'

/** What a compliance officer would object to in how an answer quotes. */
export const readingRules = [
  'a heading as a sentence',
  'a lead-in without what it leads to',
  'begins within a sentence',
  'ends within a sentence',
  'an exception without its rule',
  'an item without its lead-in',
  'out of document order',
] as const
export type ReadingRule = (typeof readingRules)[number]

/** A quotation that breaks a rule. */
export interface Objection {
  readonly rule: ReadingRule
  readonly quote: string
}

/** How far before an exception its rule is looked for, and before an item its lead-in. */
const reach = 1500
const marker = /^\s*(?:[-–•*☐▪]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)])\s/i
const exception =
  /^\W*(?:if you (?:truly )?must|unless|except(?:ions?)?\b|however|notwithstanding|otherwise|only in)\b/i

interface Shown {
  readonly start: number
  readonly end: number
}

/** Every objection to an answer's citations; `textOf` is the text of a version. */
export function readingObjections(
  citations: readonly Citation[],
  textOf: (versionId: string) => string,
): Objection[] {
  return citations.flatMap((citation, at) => {
    const text = textOf(citation.versionId)
    const others = citations.filter((other) => other !== citation && other.versionId === citation.versionId)
    const shown = [citation, ...others].flatMap((each) => [
      ...(each.context ?? []),
      ...(each === citation ? [] : [each]),
    ])
    // Another section, and another row of a table, is read after the quotation that answers.
    const previous = at > 1 ? citations[at - 1] : undefined
    const isOneSection = previous?.headingPath.join() === citation.headingPath.join()
    const isBackwards =
      isOneSection &&
      !citation.quote.includes('\t') &&
      previous?.versionId === citation.versionId &&
      previous.start > citation.start
    const broken: [ReadingRule, boolean][] = [
      ['a heading as a sentence', isHeading(citation)],
      ['a lead-in without what it leads to', isBareLeadIn(citation, shown)],
      ['begins within a sentence', beginsWithin(citation, text, shown)],
      ['ends within a sentence', endsWithin(citation, text, shown)],
      ['an exception without its rule', isBareException(citation, shown)],
      ['an item without its lead-in', isBareItem(citation, text, shown)],
      ['out of document order', isBackwards],
    ]
    return broken.flatMap(([rule, isBroken]) => (isBroken ? [{ rule, quote: citation.quote }] : []))
  })
}

function isHeading({ quote, headingPath, title }: Citation): boolean {
  return [...headingPath, title].some((heading) => plain(heading) === plain(quote))
}

function isBareLeadIn({ quote, end }: Citation, shown: readonly Shown[]): boolean {
  return /:\s*$/.test(quote) && !shown.some((other) => other.start >= end && other.start < end + reach)
}

/** Lower case after a word or comma, with no paragraph or list mark between. */
function beginsWithin({ quote, start }: Citation, text: string, shown: readonly Shown[]): boolean {
  if (marker.test(quote) || !/^\s*\p{Ll}/u.test(quote)) return false
  const before = text.slice(Math.max(0, start - 300), start)
  if (!/[\p{L}\p{N},]\s*$/u.test(before) || /\n\s*\n\s*$/.test(before)) return false
  return !marker.test(before.slice(before.lastIndexOf('\n') + 1)) && !covers(shown, start - 1)
}

function endsWithin({ quote, end }: Citation, text: string, shown: readonly Shown[]): boolean {
  if (!/[\p{L}\p{N},]\s*$/u.test(quote)) return false
  const after = text.slice(end, end + 300)
  if (/^\s*\n\s*\n/.test(after) || marker.test(after.replace(/^\s*\n/, ''))) return false
  return /^\s*\p{Ll}/u.test(after) && !covers(shown, end + 1)
}

function isBareException({ quote, start }: Citation, shown: readonly Shown[]): boolean {
  return exception.test(quote) && !shown.some((other) => other.start < start && other.start > start - reach)
}

function isBareItem({ quote, start }: Citation, text: string, shown: readonly Shown[]): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1
  if (!marker.test(quote) && !marker.test(text.slice(lineStart, start + 12))) return false
  const before = text.slice(Math.max(0, lineStart - reach), lineStart)
  const lines = before.split('\n').filter((line) => line.trim() !== '')
  // Only items of the same list may stand between, and the further lines of an item.
  const leadIn = lines.findLast((line) => !marker.test(line) && !/^(?:\s|\p{Ll})/u.test(line))
  if (leadIn === undefined || !/:\s*$/.test(leadIn)) return false
  return !covers(shown, text.lastIndexOf(leadIn, lineStart) + 1)
}

function covers(shown: readonly Shown[], offset: number): boolean {
  return shown.some(({ start, end }) => start <= offset && offset < end)
}
