import type { Client } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { sleep } from '@portal/service-kit/sleep'

/** More than a gateway answers between two of its turns at a tenth of a core, one each 100 ms. */
export const askedAtOnce = 128
const windowMs = 10_000
/** With a tenth of a core, V8 takes a minute or more to compile what a new gateway runs. */
const windowsMax = 15
const steadyWindows = 3
const growth = 1.05

/**
 * How many small requests a second are answered to people who ask again as soon as they know, in
 * the best of windows of ten seconds, once three have passed that were hardly better than before.
 */
export async function requestsPerSecond(client: Client): Promise<number> {
  let [answered, isOver] = [0, false]
  const asks = async () => {
    while (!isOver) {
      await client.call(teamApi.listDepartments, {})
      answered += 1
    }
  }
  const all = Promise.all(Array.from({ length: askedAtOnce }, asks))
  let [best, steady] = [0, 0]
  try {
    for (let window = 0; window < windowsMax && steady < steadyWindows; window += 1) {
      const before = answered
      await Promise.race([sleep(windowMs), all])
      const rate = (answered - before) / (windowMs / 1000)
      steady = rate > growth * best ? 0 : steady + 1
      best = Math.max(best, rate)
    }
  } finally {
    isOver = true
  }
  await all
  return best
}
