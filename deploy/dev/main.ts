import { startDevServer } from '@portal/build/dev-server'
import { sleep } from '@portal/service-kit/sleep'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { announce } from '../standalone/announce.ts'
import { readPortalOptions } from '../standalone/portal-options.ts'
import { consoleProgress } from '../standalone/progress.ts'
import { type FrontServer, startPortal } from '../standalone/start-portal.ts'
import { runWatched } from './run-watched.ts'

const patienceMs = 90_000
const pauseMs = 200

/** Shell and remotes compiled in memory, hot-reloaded in the open page. */
const hotFrontServer: FrontServer = async (addresses) => {
  // Until the gateway listens, every proxied request would be logged as a failure.
  await untilListening(addresses.upstream)
  return startDevServer(addresses)
}

await stopOnSignal(async (halted) => {
  const options = readPortalOptions(process.argv.slice(2), process.env)
  const progress = consoleProgress()
  const portal = await startPortal({
    options,
    run: runWatched,
    progress,
    halted,
    frontServer: hotFrontServer,
  })
  announce(portal)
  console.log('Saving a file restarts the services it belongs to, or replaces it in the open page.')
  return portal
})

/** Resolves once the address accepts connections. Throws after 90 s. */
async function untilListening(address: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const isThere = await fetch(address, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(pauseMs)
  }
  throw new Error(`Nothing responds at ${address}; the reason is above.`)
}
