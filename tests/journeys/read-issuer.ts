import { Session } from '@portal/contracts/session'
import type { JourneyPortal } from './journey-portal.ts'

/** The identity provider's URL, from the portal's public configuration. */
export async function readIssuer({ address }: Pick<JourneyPortal, 'address'>): Promise<string> {
  const answer = await fetch(`${address}/api/session`, { headers: { accept: 'application/json' } })
  return Session.parse(await answer.json()).settings.oidcIssuer
}
