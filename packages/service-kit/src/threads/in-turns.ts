import { setImmediate } from 'node:timers/promises'

/** What a request that waits for the thread does not notice. */
const turnMs = 5

/**
 * Runs a computation that may stop at each `yield`, and lets what else waits for the thread have a
 * turn about every five milliseconds. Resolves to what it returns; rejects with what it throws, or
 * with the reason of an abort.
 */
export async function inTurns<Result>(
  steps: Generator<undefined, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let began = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < turnMs) continue
    await setImmediate()
    signal?.throwIfAborted()
    began = performance.now()
  }
}
