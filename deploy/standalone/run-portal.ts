import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { readPortalOptions } from './portal-options.ts'
import { consoleProgress } from './progress.ts'
import { type FrontServer, type Runner, type RunningPortal, startPortal } from './start-portal.ts'

/** How a command runs the portal; `hint` is printed once it is ready. */
export interface PortalCommand {
  readonly run: Runner
  readonly frontServer?: FrontServer
  readonly hint?: string
}

/** Runs a portal as the command line says, until a signal. */
export async function runPortal({ hint, ...how }: PortalCommand): Promise<void> {
  await stopOnSignal(async (halted) => {
    const options = readPortalOptions(process.argv.slice(2), process.env)
    const portal = await startPortal({ ...how, options, progress: consoleProgress(), halted })
    announce(portal)
    if (hint !== undefined) console.log(hint)
    return portal
  })
}

/** Prints the portal's address and the demo logins. */
function announce({ address, logins }: RunningPortal): void {
  console.log(`\nThe portal is ready: ${address}\n`)
  for (const { username, password, role, organization } of logins) {
    const outside = role === 'operator' ? 'operator of the platform' : 'no organization yet'
    const membership = organization === null ? outside : `${role} of ${organization}`
    console.log(`  ${username.padEnd(8)} ${password}   ${membership}`)
  }
  console.log(logins.length > 0 ? '\nCtrl-C stops it.' : 'Ctrl-C stops it.')
}
