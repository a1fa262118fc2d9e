import { DocumentParseError, type ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { type CutText, cutText } from './cut-text.ts'
import { packBlocks } from './packed-blocks.ts'

/** Below this a thread's start costs more than the work: some 25 ms per million characters. */
const charactersHere = 200_000
const queue = new WorkQueue(1)

/** {@link cutText}, in a thread of its own if the text is long. */
export async function cutOffThread(blocks: readonly ParsedBlock[]): Promise<CutText> {
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= charactersHere) return cutText(blocks)
  const worker = new URL('./cut-text-worker.ts', import.meta.url)
  const data = await packBlocks(blocks)
  const tooLarge = () => new DocumentParseError('time_limit', 'The text is too large to be prepared in time.')
  return runInThread<CutText>(worker, { data, transfer: [data.numbers.buffer], queue, tooLarge })
}
