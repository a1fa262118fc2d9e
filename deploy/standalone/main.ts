import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { announce } from './announce.ts'
import { readPortalOptions } from './portal-options.ts'
import { consoleProgress } from './progress.ts'
import { runInProcess } from './run-in-process.ts'
import { startPortal } from './start-portal.ts'

await stopOnSignal(async (halted) => {
  const options = readPortalOptions(process.argv.slice(2), process.env)
  const portal = await startPortal({ options, run: runInProcess, progress: consoleProgress(), halted })
  announce(portal)
  return portal
})
