import { audiencesOf, type Visit } from '@portal/contracts/route-choice'
import type { PortalSettings } from '@portal/contracts/session'
import type { Context } from 'hono'
import type { OwnEnv } from '../answers/own-app.ts'
import type { Caller } from '../caller/identify.ts'
import { presentSession } from '../caller/present-session.ts'

type Identify = (headers: Context<OwnEnv>['env']['incoming']['headers']) => Promise<Caller | null>

/**
 * As whom the shell will show an address, so that its files can be preloaded with the page. Whoever cannot be identified right now is
 * taken for a visitor: a wrong guess costs a few bytes, never access.
 */
export function likelyVisits(identify: Identify, settings: PortalSettings) {
  return async (c: Context<OwnEnv>, path: string): Promise<readonly Visit[]> => {
    const session = presentSession(await identify(c.env.incoming.headers).catch(() => null), settings)
    return [{ path, audiences: audiencesOf(session), permissions: session.permissions }]
  }
}
