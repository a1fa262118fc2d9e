import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { announce } from '../standalone/announce.ts'
import { readPortalOptions } from '../standalone/portal-options.ts'
import { consoleProgress } from '../standalone/progress.ts'
import { startPortal } from '../standalone/start-portal.ts'
import { runProcesses } from './run-processes.ts'

await stopOnSignal(async (halted) => {
  const options = readPortalOptions(process.argv.slice(2), process.env)
  const portal = await startPortal({ options, run: runProcesses, progress: consoleProgress(), halted })
  announce(portal)
  return portal
})
