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

/** Shell and remotes, compiled in memory and replaced in the open page when they are saved. */
const hotFrontServer: FrontServer = async (addresses) => {
  // Before the gateway is there, every request of ours would be reported as one that could not be passed on.
  await untilListening(addresses.upstream)
  const server = await startDevServer(addresses)
  return { stop: () => server.close() }
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

/** Resolves when something responds at the address, whatever it says. Throws after 90 s. */
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
