import { expect, it } from 'vitest'
import { WorkQueue } from '../work-queue.ts'
import { runInThread } from './run-in-thread.ts'

const serving = `
  import { threadId } from 'node:worker_threads'
  import { serveThread } from '${new URL('./serve-thread.ts', import.meta.url)}'
  serveThread((data) => {
    if (data === 'defect') throw new Error('cannot be read')
    if (data === 'end') process.exit()
    return { threadId, data }
  })`

interface Served {
  readonly threadId: number
  readonly data: string
}

const queue = new WorkQueue(1)

function run(name: string, data: string, isKept: boolean): Promise<Served> {
  const module = new URL(`data:text/javascript,${encodeURIComponent(serving)}//${name}`)
  return runInThread<Served>(module, { data, queue, isKept, tooLarge: () => new Error('too large') })
}

it('has a new thread for each, unless the code may be kept', async () => {
  const [first, second] = await Promise.all([run('own', 'a', false), run('own', 'b', false)])
  expect([first.data, second.data]).toEqual(['a', 'b'])
  expect(second.threadId).not.toBe(first.threadId)
  const [third, fourth] = await Promise.all([run('kept', 'a', true), run('kept', 'b', true)])
  expect([third.data, fourth.data]).toEqual(['a', 'b'])
  expect(fourth.threadId).toBe(third.threadId)
})

it('goes on after one that threw, or ended its thread', async () => {
  const { threadId } = await run('troubled', 'a', true)
  await expect(run('troubled', 'defect', true)).rejects.toThrow('cannot be read')
  const next = await run('troubled', 'b', true)
  expect(next.threadId).not.toBe(threadId)
  await expect(run('troubled', 'end', true)).rejects.toThrow('too large')
  await expect(run('troubled', 'c', true)).resolves.toMatchObject({ data: 'c' })
})
