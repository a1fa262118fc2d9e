import { CodedError } from '@portal/service-kit/coded-error'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { checkUploadedFile, type UploadedFile } from './file-gate.ts'

/** Below this a thread's start costs more: ten megabytes take some 30 ms. */
const bytesHere = 1024 * 1024
const queue = new WorkQueue(1)

/** {@link checkUploadedFile}; of a copy in a thread of its own if the file is large. */
export async function checkOffThread(file: UploadedFile): Promise<ReturnType<typeof checkUploadedFile>> {
  if (file.content.byteLength <= bytesHere) return checkUploadedFile(file)
  return runInThread(new URL('./check-worker.ts', import.meta.url), {
    ...{ data: file, queue },
    tooLarge: () => new CodedError('not_ready', 'The file could not be checked in time. Please try again.'),
  })
}
