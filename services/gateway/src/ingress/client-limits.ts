import type { GatewayConfig } from '../config.ts'
import { InFlight } from './in-flight.ts'
import { RateLimiter } from './rate-limiter.ts'

/** How much one client may ask of the gateway, over time and at once. */
export type ClientLimits = ReturnType<typeof clientLimits>

/** The configured limits. Each replica counts for itself, since they protect it alone. */
export function clientLimits({ rateLimits, inFlight }: Pick<GatewayConfig, 'rateLimits' | 'inFlight'>) {
  return {
    rates: {
      address: new RateLimiter(rateLimits.address),
      session: new RateLimiter(rateLimits.session),
      person: new RateLimiter(rateLimits.person),
      login: new RateLimiter(rateLimits.login),
      search: new RateLimiter(rateLimits.search),
      data: new RateLimiter(rateLimits.data),
    },
    inFlight: {
      address: new InFlight(inFlight.address),
      person: new InFlight(inFlight.person),
      session: new InFlight(inFlight.session),
    },
  }
}
