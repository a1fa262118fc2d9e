import { compareTexts } from '@portal/difference/compare-texts'
import type { ComparedText } from '@portal/difference/difference'
import { packDifference } from '@portal/difference/packed-difference'
import { changedSections, summarize } from '@portal/difference/summarize'
import { serveThread } from '@portal/service-kit/threads/serve-thread'

/** A list of more sections would not be an overview. */
const sectionsMax = 500

interface Texts {
  readonly before: ComparedText
  readonly after: ComparedText
}

// Compares two texts for compare-off-thread.ts.
serveThread(
  ({ before, after }: Texts) => {
    const difference = compareTexts(before, after)
    return {
      packed: packDifference(difference),
      summary: summarize(difference),
      sections: changedSections(difference, sectionsMax),
    }
  },
  {
    transferred: ({ packed: { before, after, rows, segments } }) => [
      ...[before.buffer, after.buffer, rows.buffer, segments.buffer],
    ],
  },
)
