import { CodedError } from '@portal/service-kit/coded-error'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'
import type { Context } from '../ports.ts'
import { ComparisonTurns } from './comparison-turns.ts'

const atOnce = 2
const turns = new ComparisonTurns({ atOnce, heavyAtOnce: 1, waitingPerPerson: 8 })
const queue = new WorkQueue(atOnce)
const message = 'These versions are too large to be compared in time. Please try again later.'

/** One of the difference's modules; heavy work may take most of a minute. */
export interface DifferenceThread {
  readonly module: URL
  readonly isHeavy: boolean
}

/** Runs the module in a thread with this `workerData`. */
type Run = <Result>(data: unknown) => Promise<Result>

/** Does work for the caller at their turn, which may run the module in a thread. */
export function inDifferenceThread<T>(
  { personId, organizationId, signal }: Context,
  { module, isHeavy }: DifferenceThread,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const tooLarge = () => new CodedError('deadline_exceeded', message)
  return turns.run({ personId, organizationId, signal, isHeavy }, () =>
    work((data) => runInThread(module, { data, queue, tooLarge })),
  )
}
