import type { ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { blocksOfSegments, type FileFacts } from './blocks.ts'
import { dropRunningLines, type PageSegments, repeatedTexts } from './running-lines.ts'

/** A page as the engines read it, before it is understood as part of its document. */
export interface ReadPage extends PageSegments {
  readonly number: number
  /** Whether it draws glyphs whose characters are unknown, or could not be opened. */
  readonly isUnread: boolean
  /** Whether it shows a picture, which is text unless the page has text of its own. */
  readonly isPicture: boolean
}

/** Understands pages as a document; what is a heading or a running line, all of them decide. */
export function documentOf(
  pages: readonly ReadPage[],
  facts: FileFacts,
): Pick<ParsedDocument, 'blocks' | 'unreadPages'> {
  const kept = dropRunningLines(pages)
  const isRepeated = repeatedTexts(pages)
  const unread = pages.filter(
    (page) => page.isUnread || (page.isPicture && page.segments.every(({ text }) => isRepeated(text))),
  )
  return { blocks: blocksOfSegments(kept, facts), unreadPages: unread.map(({ number }) => number) }
}

/** The characters of segments, which are limited per file. */
export function charactersOf(segments: PageSegments['segments']): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0)
}
