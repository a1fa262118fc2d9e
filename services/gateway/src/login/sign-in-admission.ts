import { randomUUID } from 'node:crypto'
import { addressKey } from '@portal/service-kit/http/address-key'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import { cookieNames, secretAttributes } from '../authentication/cookies.ts'
import type { GatewayConfig, RateLimit } from '../config.ts'
import { RateLimiter } from '../ingress/rate-limiter.ts'
import { createSeal, type Seal } from '../secrets/seal.ts'
import { LoginAttempts } from './login-attempts.ts'

const rememberedSeconds = 90 * 24 * 3600
/** Logins that an address may begin within a minute before it counts as a busy one. */
const fewPerMinute = 3
const addressesMax = 50_000

interface SignInAdmissionOptions {
  readonly seal: Seal
  /** For all browsers together in which nobody has logged in before. */
  readonly strangers: RateLimit
  /** For one browser in which somebody has logged in before. */
  readonly known: RateLimit
}

/** Who begins to log in. */
export interface SignInVisitor {
  readonly cookies: string | undefined
  readonly address: string
}

/**
 * How many logins may begin. Each costs the provider rows and a password hash, so a storm of them
 * is turned away here, where that is cheap. Browsers in which somebody has logged in before, by a
 * sealed cookie, do not notice it, and half of the strangers' rate is kept for addresses that have
 * asked little (ADR 20).
 */
export class SignInAdmission {
  readonly #seal: Seal
  readonly #known: RateLimiter
  readonly #strangers: RateLimiter
  readonly #asked = new LRUCache<string, number>({ max: addressesMax, ttl: 60_000 })

  constructor({ seal, strangers, known }: SignInAdmissionOptions) {
    this.#seal = seal
    this.#known = new RateLimiter(known)
    this.#strangers = new RateLimiter({
      perMinute: strangers.perMinute / 2,
      burst: Math.ceil(strangers.burst / 2),
    })
  }

  /** Whether this visitor may begin to log in now. */
  admits({ cookies, address }: SignInVisitor): boolean {
    const browser = this.#browserOf(parse(cookies ?? '', cookieNames.known)[cookieNames.known])
    if (browser !== null && this.#known.takes(browser)) return true
    const key = addressKey(address)
    const asked = (this.#asked.get(key) ?? 0) + 1
    this.#asked.set(key, asked)
    return (asked <= fewPerMinute && this.#strangers.takes('little')) || this.#strangers.takes('much')
  }

  /** Call when somebody has logged in in this browser. */
  remember(c: Context): void {
    const browser = this.#browserOf(getCookie(c, cookieNames.known)) ?? randomUUID()
    const value = this.#seal.seal(`${browser} ${Date.now()}`)
    setCookie(c, cookieNames.known, value, { ...secretAttributes, maxAge: rememberedSeconds })
  }

  #browserOf(sealed: string | undefined): string | null {
    const [browser = '', at] = (sealed && this.#seal.open(sealed))?.split(' ') ?? []
    return Date.now() - Number(at) < rememberedSeconds * 1000 ? browser : null
  }
}

/** Logins on their way to the provider and back. */
export interface SignIns {
  readonly attempts: LoginAttempts
  readonly admission: SignInAdmission
}

/** As configured; each replica counts for itself. */
export function openSignIns({
  secrets,
  rateLimits,
  strangersSignInLimit: strangers,
}: GatewayConfig): SignIns {
  const seal = createSeal(secrets, 'known browsers')
  return {
    attempts: new LoginAttempts(createSeal(secrets, 'login attempts')),
    admission: new SignInAdmission({ seal, strangers, known: rateLimits.login }),
  }
}
