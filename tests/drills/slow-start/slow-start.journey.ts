import { sendSignal } from '@portal/adapters/processes/running-process'
import { startPortalProcess } from '@portal/testkit/portal-process'
import { expect, it } from 'vitest'
import { processesBelow, stopFor } from './slow-down.ts'
import { completeDemo, demoAfter, withDataFolder } from './slow-start.ts'

const stoppedMs = 10_000
const founded = 'Organization Halden Medical'

it('a start killed while it makes the demo is completed by the next, although that is stopped for 10 s meanwhile', async () => {
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
    expect(demo).toEqual(await completeDemo())
  })
})
