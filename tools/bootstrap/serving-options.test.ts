import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { servingOptions } from './serving-options.mjs'

/** Keeps a tenth of what it makes for a while, as requests do; prints the most that was young. */
const busy = `
  const { getHeapSpaceStatistics } = require('node:v8')
  const kept = []
  let most = 0
  for (let made = 0; made < 400_000; made += 1) {
    const request = { headers: Array.from({ length: 50 }, (_, at) => ({ at })) }
    if (made % 10 === 0) kept[made % 50_000] = request
    if (made % 1000 > 0) continue
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    most = Math.max(most, young.space_used_size)
  }
  process.stdout.write(String(most))`

it('what is collected while nobody is answered is at most a third of what it is by default', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...servingOptions, '-e', busy])
  expect(Number(stdout)).toBeGreaterThan(100_000)
  expect(Number(stdout)).toBeLessThan(25_000_000)
})
