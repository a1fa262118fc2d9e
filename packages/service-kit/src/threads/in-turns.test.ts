import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

/** So many steps that keep the thread for two milliseconds each. */
function* longWork(steps: number): Generator<undefined, number> {
  let done = 0
  for (; done < steps; done += 1) {
    for (const until = performance.now() + 2; performance.now() < until; );
    yield
  }
  return done
}

it('what waits for the thread has its turn before the work is over', async () => {
  const order: string[] = []
  const work = inTurns(longWork(50)).then((done) => order.push(`work of ${done} steps`))
  setImmediate(() => order.push('a request'))
  await work
  expect(order).toEqual(['a request', 'work of 50 steps'])
})

it('work that is asked for no more ends at its next turn, with the reason', async () => {
  const controller = new AbortController()
  const reason = new Error('the client left')
  const work = inTurns(longWork(Number.POSITIVE_INFINITY), controller.signal)
  setImmediate(() => controller.abort(reason))
  await expect(work).rejects.toBe(reason)
})

it('an error of the work is an error of the promise', async () => {
  const broken = new Error('broken')
  await expect(
    inTurns(
      (function* () {
        yield
        throw broken
      })(),
    ),
  ).rejects.toBe(broken)
})
