import { availability } from '../config.ts'
import type { Attack, RunningAttack } from './attack.ts'
import { cookieOf, type DrilledPortal } from './drilled-portal.ts'
import { ownOrganization } from './own-organization.ts'
import { Crowd, clientAddress, openFrom, requestHead } from './raw-connections.ts'

const everyMs = 5000
const growthMbMax = 150

/** Bodies that arrive at a byte every 5 s. More than a service has places for requests. */
export const slowBodies: readonly Attack[] = [
  {
    ...{ name: 'slow-bodies-of-visitors', growthMbMax },
    start: ({ address }) => slowCrowd(address, '/oidc/token', { type: 'application/x-www-form-urlencoded' }),
  },
  {
    ...{ name: 'slow-bodies-of-a-person-without-organization', growthMbMax },
    start: ({ address, stranger }) =>
      slowCrowd(address, '/api/organizations', { type: 'application/json', cookie: cookieOf(stranger) }),
  },
  {
    ...{ name: 'slow-bodies-of-an-own-organization', growthMbMax },
    start: async (portal: DrilledPortal) => {
      const cookie = cookieOf(await ownOrganization(portal))
      return slowCrowd(portal.address, '/api/documents', { type: 'multipart/form-data; boundary=x', cookie })
    },
  },
]

async function slowCrowd(
  origin: string,
  path: string,
  { type, cookie = '' }: { readonly type: string; readonly cookie?: string },
): Promise<RunningAttack> {
  const crowd = await Crowd.of(availability.slowBodies, async (index) => {
    const socket = await openFrom(origin, clientAddress(index % 20))
    socket.write(`${requestHead(origin, path, { bytes: 1000, type, cookie })}-`)
    return socket
  })
  const timer = setInterval(() => crowd.write('-'), everyMs)
  return {
    figures: () => crowd.figures,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      crowd[Symbol.dispose]()
    },
  }
}
