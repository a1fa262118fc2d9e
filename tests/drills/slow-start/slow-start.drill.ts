import { sendSignal } from '@portal/adapters/processes/running-process'
import { isFullDrill } from '@portal/testkit/drill-size'
import { type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { processesBelow } from '@portal/testkit/processes-below'
import { expect, it } from 'vitest'
import { leaveATenth, type Slowness, stopAtEveryStep, stopFor } from './slow-down.ts'
import { completeDemo, demoAfter, withDataFolder } from './slow-start.ts'

const stoppedMs = 10_000
const founded = 'Organization Halden Medical'

it('a start killed while it makes the demo is completed by the next, although that is stopped for 10 s meanwhile', {
  timeout: 900_000,
}, async () => {
  await withDataFolder(async (dataFolder) => {
    const start = { command: 'start', dataFolder } as const
    const killed = startPortalProcess({
      ...start,
      onLine: (line, pid) => {
        if (!line.includes(founded)) return
        void processesBelow(pid).then((all) => {
          for (const child of all) sendSignal(child.pid, 'SIGKILL')
        })
      },
    })
    await expect(killed).rejects.toThrow(founded)
    let isStopped = false
    const demo = await demoAfter({
      ...start,
      onLine: (line, pid) => {
        if (isStopped || !line.includes(founded)) return
        isStopped = true
        void processesBelow(pid).then(([main]) => main && stopFor(main.pid, stoppedMs))
      },
    })
    expect(isStopped).toBe(true)
    expect(demo).toEqual(completeDemo())
  })
})

type Composition = Pick<PortalStart, 'command' | 'args'>

const compositions: Readonly<Record<string, Composition>> = {
  start: { command: 'start' },
  'start:services': { command: 'start:services' },
  'start:services on real engines': { command: 'start:services', args: ['--engines', 'real'] },
}

const slownesses: Readonly<Record<string, (note: (line: string) => void) => Slowness>> = {
  'one process or another stopped for 10 s at every step': (note) => stopAtEveryStep(stoppedMs, note),
  'a tenth of a core': () => leaveATenth(),
}

// An hour each: slow is what they are.
const timeout = 3_600_000
const inFull = Object.entries(isFullDrill ? compositions : {}).flatMap(([composition, start]) =>
  Object.entries(slownesses).map(([slowness, slowDown]) => ({ composition, start, slowness, slowDown })),
)
for (const { composition, start, slowness, slowDown } of inFull)
  it(`${composition}, with ${slowness}, gets ready and has its whole demo`, { timeout }, async (context) => {
    const startedAt = performance.now()
    const said: Promise<unknown>[] = []
    const note = (line: string) => void said.push(context.annotate(line, 'progress'))
    const demo = await withDataFolder((dataFolder) =>
      demoAfter({ ...start, dataFolder, onLine: slowDown(note) }),
    )
    const seconds = (performance.now() - startedAt) / 1000
    await Promise.all(said)
    await context.annotate(`ready and read after ${seconds.toFixed(0)} s`, 'figures')
    expect(demo).toEqual(completeDemo())
  })
