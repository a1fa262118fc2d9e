import { setTimeout as pause } from 'node:timers/promises'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { SignInFailed, signIn } from '@portal/testkit/sign-in'
import { loginOf } from '../../journeys/journey-portal.ts'
import type { Target } from './attack.ts'

const patienceMs = 60_000
const againAfterMs = 500

/**
 * Signs a person of the demo in, as their browser would. Who attacked before may have used up
 * what they may ask, and comes again until they may.
 */
export async function enter(target: Target, username: string): Promise<CookieFetch> {
  const login = { address: target.address, ...loginOf(target, username) }
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await signIn(login)
    } catch (error) {
      const isTooEarly = error instanceof SignInFailed && error.status === 429
      if (!isTooEarly || performance.now() > deadline) throw error
      await pause(againAfterMs)
    }
  }
}

const patience = { timeoutMs: 90_000, everyMs: 3000 }

/** Somebody who belongs to nobody. An attack before may have used up their share of a minute. */
export async function enterAsStranger(target: Target): Promise<CookieFetch> {
  for (const since = performance.now(); ; await pause(patience.everyMs)) {
    try {
      return await enter(target, 'noor')
    } catch (error) {
      const isLimited = error instanceof SignInFailed && error.status === 429
      if (!isLimited || performance.now() - since > patience.timeoutMs) throw error
    }
  }
}

/** The stranger, who founds an organization of their own unless they have. */
export async function ownOrganization(target: Target): Promise<CookieFetch> {
  const stranger = await enterAsStranger(target)
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ name: 'Drill & Sons' })
  await stranger('/api/organizations', { method: 'POST', headers, body })
  const probe = await stranger('/api/documents', { headers: { accept: 'application/json' } })
  if (probe.status !== 200) throw new Error(`The own organization was not founded: ${probe.status}.`)
  return stranger
}
