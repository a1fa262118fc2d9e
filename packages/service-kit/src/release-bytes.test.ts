import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { releaseBytes } from './release-bytes.ts'

it('gives memory back without a collection of garbage', () => {
  const size = 64 * 1024 ** 2
  const before = getHeapStatistics().external_memory
  for (let at = 0; at < 20; at += 1) {
    const bytes = new Uint8Array(size)
    releaseBytes(bytes)
    expect(bytes.byteLength).toBe(0)
  }
  expect(getHeapStatistics().external_memory - before).toBeLessThan(size)
})

it('leaves bytes that share their memory', () => {
  const whole = new Uint8Array([1, 2, 3])
  releaseBytes(whole.subarray(1))
  expect([...whole]).toEqual([1, 2, 3])
})
