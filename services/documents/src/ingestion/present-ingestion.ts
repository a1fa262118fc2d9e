import type { Ingestion } from '@portal/contracts/ingestion'
import type { versions } from '../schema.ts'

type Row = Pick<
  typeof versions.$inferSelect,
  'ingestionState' | 'ingestionReason' | 'passageCount' | 'unreadPages'
>

/** How far a version's file is from upload to being searchable. */
export function presentIngestion(version: Row): Ingestion {
  const { ingestionState: state, ingestionReason: reason, passageCount: passages, unreadPages } = version
  return { state, reason, passages, unreadPages }
}

/** More ranges of pages are "and others". */
const rangesMax = 8

/** A sentence for people about the pages of a file that could not be read in full, or null. */
export function unreadSentence(pages: readonly number[]): string | null {
  if (pages.length === 0) return null
  const ranges = rangesOf(pages)
  const shown = ranges.slice(0, rangesMax)
  if (ranges.length > rangesMax) shown.push('others')
  const list = shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
  const noun = pages.length === 1 ? 'page' : 'pages'
  return `Not everything on ${noun} ${list} could be read: pictures of text, or fonts that do not name their characters. What was not read can be neither found nor cited.`
}

/** "3", "7–9": consecutive pages as one range. */
function rangesOf(pages: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = []
  for (const page of pages) {
    const open = ranges.at(-1)
    if (open !== undefined && page === open.to + 1) open.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
}
