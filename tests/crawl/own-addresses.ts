import { gatewayApi } from '@portal/contracts/gateway'
import { RemoteRegistry } from '@portal/contracts/remotes'
import type { TestPage } from '@portal/testkit/browser'
import { clientOfPage } from '../journeys/client-of-page.ts'
import { screenAddresses } from '../screens/screen-addresses.ts'

/** Addresses with a screen for whoever the page belongs to; those with parameters are linked to. */
export async function ownAddresses(page: TestPage, address: string): Promise<string[]> {
  const { remotes } = RemoteRegistry.parse(await (await fetch(`${address}/remotes.json`)).json())
  const session = await (await clientOfPage(page, address)).call(gatewayApi.readSession, {})
  const fixed = remotes.map((remote) => ({
    ...remote,
    routes: remote.routes.filter(({ path }) => !path.includes(':')),
  }))
  return screenAddresses(fixed, session, {}).map(({ path }) => path)
}
