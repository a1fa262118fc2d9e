import { CodedError } from '@portal/service-kit/coded-error'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { runInThread } from '../threads/run-in-thread.ts'

const queue = new WorkQueue(2)
const message = 'These versions are too large to be compared in time. Please try again later.'

/** Runs one of the difference's modules in a thread; two at a time. */
export function inDifferenceThread<Result>(module: URL, data: unknown): Promise<Result> {
  const tooLarge = () => new CodedError('deadline_exceeded', message)
  return runInThread(module, { data, queue, tooLarge })
}
