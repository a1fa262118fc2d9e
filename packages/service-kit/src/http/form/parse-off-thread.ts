import { runInThread } from '../../threads/run-in-thread.ts'
import { WorkQueue } from '../../work-queue.ts'
import { type ParsedForm, parseForm } from './parse-form.ts'

/** Below this a thread's start costs more: ten megabytes take some 80 ms. */
const bytesHere = 512 * 1024
const queue = new WorkQueue(2)

/** {@link parseForm}; of a large body, which it takes over, in a thread of its own. */
export function parseFormOffThread(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ParsedForm> {
  if (bytes.byteLength <= bytesHere) return parseForm(bytes, type)
  return runInThread<ParsedForm>(new URL('./form-worker.ts', import.meta.url), {
    ...{ data: { bytes, type }, transfer: [bytes.buffer], queue },
    tooLarge: () => new Error('The form data could not be read in time.'),
  })
}
