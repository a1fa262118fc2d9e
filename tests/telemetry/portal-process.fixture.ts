import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import type { Topology } from '@portal/deploy/standalone/topology'

// A portal in a process of its own, so that all it logs can be read.
const progress = Object.assign(<T>(_step: string, work: () => Promise<T>) => work(), {
  note: () => undefined,
})

process.once('message', async (topology: Topology) => {
  const parts = await runInProcess(topology, progress)
  process.once('message', async () => {
    await parts.stop()
    process.exit(0)
  })
  process.send?.('ready')
})
