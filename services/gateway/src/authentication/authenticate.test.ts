import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type RouteLimit, route } from '@portal/contracts/route'
import { expect, it } from 'vitest'
import { identity } from '../../test/fixed-team.ts'
import { clientLimits } from '../ingress/client-limits.ts'
import type { RoutedRequest } from '../ingress/dispatch.ts'
import { CountedRequest } from '../ingress/in-flight.ts'
import { compileRoutes } from '../ingress/public-routes.ts'
import { RateLimiter } from '../ingress/rate-limiter.ts'
import { createAuthentication, type Principal } from './authenticate.ts'

const person = { identity: identity('person-ada'), version: '1' }
const bearer: Principal = { sid: 'token-1', session: null, person, beganAt: new Date() }

/** The stage with one token in every limit, in front of a route that declares these. */
function stage(declared: {
  readonly limit?: RouteLimit
  readonly limitWith?: string
  readonly bearer?: boolean
}) {
  const once = { perMinute: 1, burst: 1 }
  const often = { perMinute: 600, burst: 600 }
  const denied: string[] = []
  const passed: (Principal | null)[] = []
  const access = {
    denied: async (_: unknown, code: string) => {
      denied.push(code)
    },
  }
  const authenticate = createAuthentication(
    {
      identify: async () => bearer,
      access,
      limits: clientLimits({
        rateLimits: {
          address: often,
          session: often,
          person: often,
          'join-code': once,
          token: once,
          login: once,
          search: once,
          'own-data': once,
          'remote-report': once,
          data: often,
        },
        inFlight: { address: 9, person: 9, session: 9 },
      }),
      routeLimits: {
        'join-code': new RateLimiter(once),
        token: new RateLimiter(once),
        login: new RateLimiter(once),
        search: new RateLimiter(once),
        'own-data': new RateLimiter(once),
        'remote-report': new RateLimiter(once),
      },
      publicOrigin: 'https://portal.example',
    },
    async (_, principal) => void passed.push(principal),
  )
  const contract = route('POST', '/api/new', { can: 'signed-in', summary: 'New', ...declared })
  const match = compileRoutes([{ service: 'team', name: 'new', route: contract }])('POST', '/api/new')
  if (match.kind !== 'route') throw new Error('The route is not found.')
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'POST' })
  const outgoing = new ServerResponse(incoming)
  const request: RoutedRequest = {
    ...{ incoming, outgoing, counted: new CountedRequest(incoming, outgoing), route: match.route },
    ...{ requestId: 'request-1', traceparent: null, address: '192.0.2.1', fail: () => undefined },
  }
  const send = (query = '') => {
    incoming.url = `/api/new${query}`
    return authenticate(request)
  }
  return { send, denied, passed }
}

it('a new route that declares nothing passes, as often as a session may ask', async () => {
  const { send, passed } = stage({})
  await send()
  await send()
  expect(passed.map((principal) => principal?.sid)).toEqual(['token-1', 'token-1'])
})

it.each<RouteLimit>(['join-code', 'token', 'login'])(
  'a new route that declares the limit %s has it, and its refusal is recorded',
  async (limit) => {
    const { send, passed, denied } = stage({ limit })
    await send()
    await expect(send()).rejects.toMatchObject({ code: 'rate_limited' })
    expect([passed.length, denied]).toEqual([1, ['rate_limited']])
  },
)

it('a limit that a route declares for a query parameter counts requests that have it, however written', async () => {
  const { send, passed, denied } = stage({ limit: 'search', limitWith: 'q' })
  await send('?q=one')
  for (const query of ['', '?limit=1', '?quality=q']) await send(query)
  for (const query of ['?limit=1&q=two', '?%71=two', '?q', '?q=&q=two'])
    await expect(send(query)).rejects.toMatchObject({ code: 'rate_limited' })
  expect([passed.length, denied.length]).toEqual([4, 4])
})

it('a new route that declares so refuses a bearer token, and its refusal is recorded', async () => {
  const { send, passed, denied } = stage({ bearer: false })
  await expect(send()).rejects.toMatchObject({ code: 'forbidden' })
  expect([passed.length, denied]).toEqual([0, ['forbidden']])
})
