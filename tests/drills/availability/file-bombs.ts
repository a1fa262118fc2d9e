import { setTimeout as pause } from 'node:timers/promises'
import type { HostileFile } from '@portal/testkit/files/hostile-file'
import { hostileFiles } from '@portal/testkit/hostile-files'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { ownOrganization } from './own-organization.ts'
import { untilState, uploadFile } from './upload-text.ts'

/** Files that no parser gets to the end of, within its limits. */
const bombs = hostileFiles.filter(
  ({ outcome }) => 'fails' in outcome && outcome.fails.some((reason) => /limit|too_large/.test(reason)),
)

/** Bombs of one organization, all at once. Each must end as failed, with its reason. */
export const fileBombs: Attack = {
  name: 'file-bombs',
  growthMbMax: 128,
  confined: 'parser-process',
  // A parser on another machine takes minutes for some.
  leavesWork: true,
  start: async (target) => {
    const browser = await ownOrganization(target)
    const startedAt = performance.now()
    const ends: string[] = []
    let seconds = 0
    const explode = async (bomb: HostileFile) => {
      ends.push(await endOf(browser, bomb).catch(String))
      seconds = (performance.now() - startedAt) / 1000
    }
    const count = availability.bombs
    const chosen = Array.from({ length: count }, (_, at) => bombs[at % bombs.length])
    const exploding = Promise.all(chosen.map((bomb) => bomb && explode(bomb)))
    return {
      report: () => {
        const words = [...Map.groupBy(ends, (end) => end)].map(([end, all]) => `${all.length} ${end}`)
        const figures = `of ${count} bombs in ${seconds.toFixed(0)} s ${words.join(', ') || 'none ended'}`
        const hasSurvivor = ends.some((end) => end !== 'failed')
        return { figures, isDone: ends.length === count, ...(hasSurvivor ? { problem: figures } : {}) }
      },
      [Symbol.asyncDispose]: async () => void (await exploding),
    }
  },
}

/** `failed`: kept, and not readable. */
async function endOf(browser: CookieFetch, { fileName, make }: HostileFile): Promise<string> {
  const file = { name: fileName, content: new Blob([Buffer.from(make())]) }
  let uploaded = await uploadFile(browser, file)
  // More than a person may upload at once: who has waited for too long comes again.
  while (uploaded.status === 429) {
    await pause(1000)
    uploaded = await uploadFile(browser, file)
  }
  // All bombs ask from the address of the others, which has its limit of requests.
  await untilState(browser, uploaded, {
    state: 'failed',
    withinMs: availability.timeoutMs,
    everyMs: 2000,
  })
  return 'failed'
}
