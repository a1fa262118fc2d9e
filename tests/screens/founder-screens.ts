import type { Client } from '@portal/contracts/client'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import { teamApi } from '@portal/contracts/team'
import type { TestPage } from '@portal/testkit/browser'
import { type ScreenAddress, screenAddresses } from './screen-addresses.ts'

/** The viewer who has no organization at first, and founds one. */
export const founder = 'founder'

/** Gives the person an organization of their own, in which there is nothing yet. */
export async function foundOrganization(client: Client): Promise<void> {
  const { organization } = await client.call(teamApi.currentUser, {})
  if (!organization) await client.call(teamApi.createOrganization, { body: { name: 'Fjordlund Clinics' } })
}

/** An organization on its first day, without documents and then with samples. */
export function founderScreens(remotes: readonly RemoteEntry[], session: Session): ScreenAddress[] {
  const own = remotes
    .filter(({ name }) => name !== 'marketing')
    .map((remote) => ({ ...remote, routes: remote.routes.filter(({ path }) => !path.includes(':')) }))
  return [
    ...screenAddresses(own, session, {}),
    // Last: from here on there are documents.
    { name: 'samples-added', path: '/', act: addSamples },
    { name: 'home-with-samples', path: '/' },
  ]
}

async function addSamples(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Add sample policies' }).click()
  await page.getByRole('button', { name: 'Remove samples' }).waitFor()
}
