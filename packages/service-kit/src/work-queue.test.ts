import { expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

function controlled() {
  const started: string[] = []
  const work = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const run = () => {
      started.push(name)
      return promise
    }
    return { finish: () => resolve(name), run }
  }
  return { started, work }
}

it('runs so much at a time, the rest in order of arrival, and goes on after a failure', async () => {
  const { started, work } = controlled()
  const queue = new WorkQueue(2)
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const [first, second, third] = [work('first'), work('second'), work('third')]
  const results = [first, second, third].map(({ run }) => queue.run(run))
  expect([started, queue.running, queue.waiting]).toEqual([['first'], 2, 2])
  await expect(failing).rejects.toThrow('broken')
  expect(started).toEqual(['first', 'second'])
  second.finish()
  first.finish()
  third.finish()
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third'])
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

it('does not run what is aborted before its turn, and those behind it keep theirs', async () => {
  const { started, work } = controlled()
  const queue = new WorkQueue(1)
  const stop = new AbortController()
  const [first, aborted, last] = [work('first'), work('aborted'), work('last')]
  const results = [queue.run(first.run), queue.run(aborted.run, stop.signal), queue.run(last.run)]
  stop.abort(new Error('gone'))
  await expect(results[1]).rejects.toThrow('gone')
  first.finish()
  last.finish()
  expect(await Promise.all([results[0], results[2]])).toEqual(['first', 'last'])
  expect(started).toEqual(['first', 'last'])
  await expect(queue.run(aborted.run, stop.signal)).rejects.toThrow('gone')
})
