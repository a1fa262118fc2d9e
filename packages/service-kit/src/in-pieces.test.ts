import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { copyOf } from './in-pieces.ts'
import { sha256Of } from './sha256-of.ts'

const megabyte = 1024 * 1024
const large = new Uint8Array(96 * megabyte).map((_, at) => at * 31)

/** Processor time, which no other process adds to, that the thread spends at most in one turn. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  let before = process.threadCpuUsage()
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    await setImmediate()
    before = process.threadCpuUsage()
  }
  await working
  return longest
}

it.each([
  ['hashed', sha256Of],
  ['copied', copyOf],
])('a blob is %s in turns that no request notices, however large it is', async (_, work) => {
  expect(await longestTurn(() => work(large))).toBeLessThan(20)
})

it.each([0, 1, megabyte / 2, megabyte + 1])('%i bytes are hashed and copied whole', async (size) => {
  const bytes = large.subarray(7, 7 + size)
  expect((await sha256Of(bytes)).toString('hex')).toBe(hash('sha256', bytes))
  const copy = await copyOf(bytes)
  expect(Buffer.compare(copy, bytes)).toBe(0)
  expect(copy.buffer.byteLength).toBe(size)
})
