import { startDevServer } from '@portal/build/dev-server'
import { sleep } from '@portal/service-kit/sleep'
import { runPortal } from '../standalone/run-portal.ts'
import { runWatched } from './run-watched.ts'

const patienceMs = 90_000
const pauseMs = 200

await runPortal({
  run: runWatched,
  // Shell and remotes compiled in memory, hot-reloaded in the open page.
  frontServer: async (addresses) => {
    // Until the gateway listens, every proxied request would be logged as a failure.
    await untilListening(addresses.upstream)
    return startDevServer(addresses)
  },
  hint: 'Saving a file restarts the services it belongs to, or replaces it in the open page.',
})

/** Resolves once the address accepts connections. Throws after 90 s. */
async function untilListening(address: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (await fetch(address, { method: 'HEAD' }).catch(() => null)) return
    await sleep(pauseMs)
  }
  throw new Error(`Nothing responds at ${address}; the reason is above.`)
}
