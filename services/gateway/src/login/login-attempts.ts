import { hash } from 'node:crypto'
import { z } from 'zod'
import {
  cookieNames,
  cookiesWithPrefix,
  endedCookie,
  readCookie,
  secretCookie,
} from '../authentication/cookies.ts'
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

/**
 * Logins that a browser has started: one sealed cookie each, named after its state, so that several
 * tabs can log in at once and nothing is stored for visitors. Another browser's has no cookie here.
 */
export class LoginAttempts {
  readonly #seal: Seal

  constructor(seal: Seal) {
    this.#seal = seal
  }

  /** Set-Cookie values for a new attempt; the oldest of too many end. */
  begin(cookies: string | undefined, secrets: LoginSecrets, returnTo: string): string[] {
    const sealed = this.#seal.seal(JSON.stringify({ ...secrets, returnTo, at: Date.now() } satisfies Attempt))
    const pending = cookiesWithPrefix(cookies, cookieNames.login)
      .map((name) => ({ name, at: this.#open(readCookie(cookies, name))?.at ?? 0 }))
      .sort((a, b) => b.at - a.at)
    const ended = pending.slice(attemptsMax - 1).map(({ name }) => endedCookie(name))
    return [secretCookie(cookieName(secrets.state), sealed, attemptSeconds), ...ended]
  }

  /** The attempt that belongs to a callback's state in this browser, or null. */
  find(cookies: string | undefined, state: string): Attempt | null {
    const attempt = this.#open(readCookie(cookies, cookieName(state)))
    if (!attempt || attempt.state !== state) return null
    return Date.now() - attempt.at < attemptSeconds * 1000 ? attempt : null
  }

  /** Set-Cookie value that ends an attempt. */
  end(state: string): string {
    return endedCookie(cookieName(state))
  }

  #open(value: string | null): Attempt | null {
    const text = value === null ? null : this.#seal.open(value)
    if (text === null) return null
    const parsed = Attempt.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  }
}

function cookieName(state: string): string {
  return `${cookieNames.login}${hash('sha256', state, 'base64url').slice(0, 12)}`
}
