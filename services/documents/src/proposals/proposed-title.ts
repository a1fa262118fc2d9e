import type { TextSection } from '@portal/contracts/versions'
import type { z } from 'zod'

/** The text of a version, as far as a title is looked for in it. */
interface Source {
  readonly text: string
  readonly sections: readonly z.infer<typeof TextSection>[]
}

/** A heading further down names a part, not the document. */
const titleWithinUnits = 1_500
/** Longer ones are sentences. */
const titleLengthMax = 150
/** What stands at the head of many documents and names none of them. */
const namesNothing =
  /^(?:(?:table of )?contents|confidential|internal(?: use only)?|draft|appendix|annex|introduction|purpose|scope|overview|version\b.*|revision\b.*|page\b.*|date\b.*|\d[\d./-]*)$/i

/**
 * What a document calls itself: the highest heading near its beginning, else its first line if that
 * reads like a title. Null if neither does.
 */
export function proposedTitle({ text, sections }: Source): string | null {
  const near = sections.filter(({ start, title }) => start < titleWithinUnits && isTitle(title))
  const highest = Math.min(...near.map(({ level }) => level))
  const heading = near.find(({ level }) => level === highest)?.title
  const firstLine = text.slice(0, titleWithinUnits).split('\n', 1)[0] ?? ''
  const found = heading ?? (isTitle(firstLine) && !/[.:;,]$/.test(firstLine.trim()) ? firstLine : null)
  return found?.replace(/\s+/g, ' ').trim() ?? null
}

function isTitle(words: string): boolean {
  const plain = words.replace(/\s+/g, ' ').trim()
  const name = plain.replace(/^(?:\d+(?:\.\d+)*\.?|[A-Z]\.)\s+/, '')
  return plain.length <= titleLengthMax && /\p{L}{2}/u.test(name) && !namesNothing.test(name)
}
