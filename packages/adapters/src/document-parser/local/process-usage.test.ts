import { expect, it } from 'vitest'
import { readProcessUsage } from './process-usage.ts'

it('a thousand looks at a process leave no buffers to garbage collection', async () => {
  const { arrayBuffers } = process.memoryUsage()
  for (let look = 0; look < 1000; look += 1) await readProcessUsage(process.pid)
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(1024 * 1024)
})

it('memory and processor time are what the process has used', async () => {
  const usage = await readProcessUsage(process.pid)
  const { rss } = process.memoryUsage()
  expect(usage?.residentBytes).toBeGreaterThan(rss / 2)
  expect(usage?.cpuSeconds).toBeGreaterThan(0)
  expect(await readProcessUsage(undefined)).toBeNull()
})
