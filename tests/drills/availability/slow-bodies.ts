import { availability } from '../config.ts'
import type { Attack, RunningAttack } from './attack.ts'
import { cookieOf } from './cookie-header.ts'
import { enterAsStranger, ownOrganization } from './own-organization.ts'
import { Crowd, clientAddress, openFrom, requestHead } from './raw-connections.ts'

const everyMs = 5000
const growthMbMax = 150

/**
 * Bodies that arrive at a byte every 5 s, more than a service has places for requests. Who is
 * refused comes again at once.
 */
export const slowBodies: readonly Attack[] = [
  {
    ...{ name: 'slow-bodies-of-visitors', growthMbMax },
    start: ({ address }) => slowCrowd(address, '/oidc/token', { type: 'application/x-www-form-urlencoded' }),
  },
  {
    ...{ name: 'slow-bodies-of-a-person-without-organization', growthMbMax },
    start: async (target) => {
      // One session may not begin as many at once as a service has places.
      const cookies = [await enterAsStranger(target), await enterAsStranger(target)].map(cookieOf)
      return slowCrowd(target.address, '/api/organizations', { type: 'application/json', cookies })
    },
  },
  {
    ...{ name: 'slow-bodies-of-an-own-organization', growthMbMax },
    start: async (target) => {
      const cookies = [cookieOf(await ownOrganization(target))]
      return slowCrowd(target.address, '/api/documents', { type: 'multipart/form-data; boundary=x', cookies })
    },
  },
]

async function slowCrowd(
  origin: string,
  path: string,
  { type, cookies = [''] }: { readonly type: string; readonly cookies?: readonly string[] },
): Promise<RunningAttack> {
  const crowd = await Crowd.of({
    size: availability.slowBodies,
    againAfterMs: 100,
    join: async (index) => {
      const socket = await openFrom(origin, clientAddress(index % 20))
      const cookie = cookies[index % cookies.length] ?? ''
      socket.write(`${requestHead(origin, path, { bytes: 1000, type, cookie })}-`)
      return socket
    },
  })
  const timer = setInterval(() => crowd.write('-'), everyMs)
  return {
    report: crowd.report,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await crowd[Symbol.asyncDispose]()
    },
  }
}
