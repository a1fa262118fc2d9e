import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import { loadStart } from './load-part.ts'
import type { Runner } from './start-portal.ts'
import { type ProcessName, processesOf } from './topology.ts'

/**
 * Runs every part in this process: the gateway starts last and stops first. If a part fails to
 * start, the others are stopped.
 */
export const runInProcess: Runner = async (topology, progress) => {
  const started: Stoppable[] = []
  const stop = async () => {
    await started.pop()?.stop()
    await Promise.all(started.splice(0).map((part) => part.stop()))
  }
  const start = (name: ProcessName) =>
    progress(`Starting ${name}`, async () => {
      const startPart = await loadStart(name)
      started.push(await startPart({ ...topology[name] }))
    })
  const called = processesOf(topology).filter((name) => name !== 'gateway')
  try {
    const results = await Promise.allSettled(called.map(start))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    await start('gateway')
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
