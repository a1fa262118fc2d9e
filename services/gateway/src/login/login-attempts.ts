import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { cookieNames, secretAttributes } from '../authentication/cookies.ts'
import type { LoginSecrets } from '../oidc/provider-link.ts'
import type { Seal } from '../secrets/seal.ts'

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  at: z.number(),
})
type Attempt = z.infer<typeof Attempt>

const attemptSeconds = 600
const attemptsMax = 4
const startedMax = 50_000

/**
 * Logins that a browser has started: one sealed cookie each, named after its state, so that several
 * tabs can log in at once and nothing is stored for visitors. Another browser's has no cookie here.
 */
export class LoginAttempts {
  readonly #seal: Seal
  /** States with which a browser has gone to the provider. */
  readonly #started = new LRUCache<string, true>({ max: startedMax, ttl: attemptSeconds * 1000 })

  constructor(seal: Seal) {
    this.#seal = seal
  }

  /** Sets the cookie of a new attempt; the oldest ones beyond the maximum are deleted. */
  begin(c: Context, secrets: LoginSecrets, returnTo: string): void {
    const sealed = this.#seal.seal(JSON.stringify({ ...secrets, returnTo, at: Date.now() } satisfies Attempt))
    const pending = Object.entries(getCookie(c))
      .filter(([name]) => name.startsWith(cookieNames.login))
      .map(([name, value]) => ({ name, at: this.#open(value)?.at ?? 0 }))
      .sort((a, b) => b.at - a.at)
    setCookie(c, cookieName(secrets.state), sealed, { ...secretAttributes, maxAge: attemptSeconds })
    for (const { name } of pending.slice(attemptsMax - 1)) deleteCookie(c, name, secretAttributes)
  }

  /** Whether this browser goes to the provider with an attempt of its own, for the first time. */
  start(cookies: string | undefined, state: string): boolean {
    const name = cookieName(state)
    const isOwn = this.#open(parse(cookies ?? '', name)[name] ?? '')?.state === state
    if (!isOwn || this.#started.has(state)) return false
    this.#started.set(state, true)
    return true
  }

  /** Ends the attempt that belongs to a callback's state in this browser; null if there is none. */
  take(c: Context, state: string): Attempt | null {
    const attempt = this.#open(getCookie(c, cookieName(state)) ?? '')
    if (attempt?.state !== state || Date.now() - attempt.at >= attemptSeconds * 1000) return null
    deleteCookie(c, cookieName(state), secretAttributes)
    return attempt
  }

  #open(value: string): Attempt | null {
    const text = this.#seal.open(value)
    return text === null ? null : (Attempt.safeParse(JSON.parse(text)).data ?? null)
  }
}

function cookieName(state: string): string {
  return `${cookieNames.login}${hash('sha256', state, 'base64url').slice(0, 12)}`
}
