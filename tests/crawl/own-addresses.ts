import { gatewayApi } from '@portal/contracts/gateway'
import { RemoteRegistry } from '@portal/contracts/remotes'
import type { TestPage } from '@portal/testkit/browser'
import { clientOfPage } from '../journeys/client-of-page.ts'
import { screenAddresses } from '../screens/screen-addresses.ts'

/**
 * Addresses with a screen for the person whose page it is; those with parameters are linked to. The
 * operator's lead everybody else home after a second (decision 8).
 */
export async function ownAddresses(page: TestPage, address: string): Promise<string[]> {
  const { remotes } = RemoteRegistry.parse(await (await fetch(`${address}/remotes.json`)).json())
  const session = await (await clientOfPage(page, address)).call(gatewayApi.readSession, {})
  const fixed = remotes.map((remote) => ({
    ...remote,
    routes: remote.routes.filter(({ path }) => !path.includes(':')),
  }))
  const leadsHome = (path: string) => path.startsWith('/master-admin') && !session.isMasterAdmin
  return screenAddresses(fixed, session, {})
    .map(({ path }) => path)
    .filter((path) => !leadsHome(path))
}
