import { expect, it } from 'vitest'
import { UploadFlow } from './upload-flow.ts'

it('a file passes at once, and many of one organization at the pace that all of them share', () => {
  let now = 0
  const flow = new UploadFlow({ perMinute: 60_000, burst: 10_000 }, () => now)
  expect(flow.pass('halden', 10_000)).toBe(0)
  expect(flow.pass('halden', 500)).toBe(500)
  expect(flow.pass('halden', 500)).toBe(1000)
  now += 1000
  expect(flow.pass('halden', 1000)).toBe(1000)
  now += 60_000
  expect(flow.pass('halden', 10_000)).toBe(0)
})

it('nobody waits for the uploads of another organization', () => {
  const flow = new UploadFlow({ perMinute: 60_000, burst: 10_000 }, () => 0)
  expect(flow.pass('halden', 100_000)).toBe(90_000)
  expect(flow.pass('orchard', 10_000)).toBe(0)
})
