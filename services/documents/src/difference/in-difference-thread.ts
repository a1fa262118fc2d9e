import { CodedError } from '@portal/service-kit/coded-error'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'

const queue = new WorkQueue(2)
const message = 'These versions are too large to be compared in time. Please try again later.'

/** Runs one of the difference's modules in a thread; two at a time. */
export function inDifferenceThread<Result>(module: URL, data: unknown): Promise<Result> {
  const tooLarge = () => new CodedError('deadline_exceeded', message)
  return runInThread(module, { data, queue, tooLarge })
}
