import { parentPort, workerData } from 'node:worker_threads'
import { compareTexts } from '@portal/difference/compare-texts'
import type { ComparedText } from '@portal/difference/difference'
import { packDifference } from '@portal/difference/packed-difference'
import { changedSections, summarize } from '@portal/difference/summarize'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'

/** A list of more sections would not be an overview. */
const sectionsMax = 500

// Compares the two texts that it was started with, sends the result and ends.
// Safe: only compare-off-thread.ts starts it.
yieldToRequests('awaited')
const { before, after } = workerData as { readonly before: ComparedText; readonly after: ComparedText }
const difference = compareTexts(before, after)
const packed = packDifference(difference)
const result = {
  packed,
  summary: summarize(difference),
  sections: changedSections(difference, sectionsMax),
}
parentPort?.postMessage(result, [
  packed.before.buffer,
  packed.after.buffer,
  packed.rows.buffer,
  packed.segments.buffer,
])
