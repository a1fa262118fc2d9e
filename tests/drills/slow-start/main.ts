import { isDeepStrictEqual } from 'node:util'
import type { PortalStart } from '@portal/testkit/portal-process'
import { leaveATenth, processesBelow, stopFor } from './slow-down.ts'
import { completeDemo, demoAfter, withDataFolder } from './slow-start.ts'

// The full form: `start` and `start:services` with a tenth of a core, and with one of their
// processes stopped for 10 s at a random step. `main.ts <command> <stops>` runs a part of it.
const [, , only, stops = '5'] = process.argv
const stoppedMs = 10_000
const lines = 18

type Slowness = () => NonNullable<PortalStart['onLine']>

/** Stops one of the portal's processes once it has printed so many lines. */
const stopAtRandom: Slowness = () => {
  let left = Math.floor(Math.random() * lines)
  return (line, pid) => {
    if (left-- !== 0) return
    void processesBelow(pid).then(async (all) => {
      const chosen = all[Math.floor(Math.random() * all.length)]
      if (!chosen) return
      console.log(`  after "${line.trim()}" stopped ${chosen.command.slice(0, 120)}`)
      await stopFor(chosen.pid, stoppedMs)
    })
  }
}

const tenth: Slowness = () => {
  const ended = new AbortController()
  let isSlow = false
  return (line, pid) => {
    if (line.includes('The portal is ready')) ended.abort()
    else if (!isSlow) void leaveATenth(pid, ended.signal)
    isSlow = true
  }
}

async function drill(command: PortalStart['command'], name: string, slowness: Slowness): Promise<void> {
  await withDataFolder(async (dataFolder) => {
    const startedAt = performance.now()
    const demo = await demoAfter({ command, dataFolder, onLine: slowness() })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const isComplete = isDeepStrictEqual(demo, await completeDemo())
    console.log(`${command}, ${name}: ${isComplete ? 'complete' : 'INCOMPLETE'} after ${seconds} s`)
    if (!isComplete) process.exitCode = 1
  })
}

for (const command of ['start', 'start:services'] as const) {
  if (only !== undefined && only !== command) continue
  for (let run = 1; run <= Number(stops); run += 1) await drill(command, `stop ${run}`, stopAtRandom)
  await drill(command, 'a tenth of a core', tenth)
}
