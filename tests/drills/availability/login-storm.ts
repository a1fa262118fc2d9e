import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { cookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { SignInFailed, walkSignIn } from '@portal/testkit/sign-in'
import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { clientAddress } from './raw-connections.ts'

/** People who try to log in with a wrong password, each from their own address. */
export const loginStorm: Attack = {
  name: 'login-storm',
  growthMbMax: 250,
  isAgainstSignIn: true,
  start: async ({ address }) => {
    const ended = new Map<string, number>()
    const agents = new Set<Agent>()
    let begun = 0
    const timer = setInterval(() => {
      begun += 1
      const agent = new Agent({ keepAlive: true, localAddress: clientAddress(begun) })
      agents.add(agent)
      void tryToSignIn(address, begun, agent).then((end) => {
        ended.set(end, (ended.get(end) ?? 0) + 1)
        agents.delete(agent)
        agent.destroy()
      })
    }, 1000 / availability.loginsPerSecond)
    return {
      report: () => ({
        figures: `${begun} begun, ${[...ended].map(([end, times]) => `${times} ${end}`).join(', ')}`,
        isDone: true,
      }),
      [Symbol.asyncDispose]: async () => {
        clearInterval(timer)
        for (const agent of agents) agent.destroy()
      },
    }
  },
}

/** Resolves to how the attempt ended. */
async function tryToSignIn(origin: string, index: number, agent: Agent): Promise<string> {
  const browse = cookieFetch(origin, fetchBy(agent))
  const answers = { username: `nobody-${index}@drill.example`, password: 'wrong-quiet-harbours' }
  try {
    await walkSignIn(browse, { start: new URL('/api/login', origin), answers })
    return 'answered'
  } catch (error) {
    return error instanceof SignInFailed ? 'refused' : 'broken off'
  }
}

/** A fetch through this agent; the global one cannot choose its source address. */
function fetchBy(agent: Agent): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body instanceof URLSearchParams ? init.body.toString() : null
    if (body !== null) headers['content-type'] = 'application/x-www-form-urlencoded'
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const options = { agent, method: init.method ?? 'GET', headers: { ...headers, host: url.host } }
    const target = new URL(url)
    target.hostname = '127.0.0.1'
    const outgoing = request(target, options, (incoming) => {
      const received = new Headers()
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        received.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
      const status = incoming.statusCode ?? 500
      text(incoming).then(
        (body) =>
          resolve(new Response([204, 304].includes(status) ? null : body, { status, headers: received })),
        reject,
      )
    })
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer')))
    outgoing.on('error', reject).end(body ?? undefined)
    return promise
  }
}
