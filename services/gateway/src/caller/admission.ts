import type { IncomingMessage } from 'node:http'
import { cacheDrop } from '@portal/contracts/cache-drops'
import { passportHeader, seenHeader } from '@portal/contracts/passport'
import type { RouteLimit } from '@portal/contracts/route'
import type { AccessLog } from '@portal/service-kit/access/access-log'
import { CodedError } from '@portal/service-kit/coded-error'
import { addressKey } from '../door/client-address.ts'
import type { PublicRoute } from '../door/public-routes.ts'
import type { RateLimiter } from '../door/rate-limiter.ts'
import type { Admission, Grant } from '../door/service-proxy.ts'
import { isWrite, refuseCrossSite } from '../identity/same-origin.ts'
import type { PassportMint } from '../passports/passport-mint.ts'
import type { People } from '../people/people.ts'
import type { Caller } from './identify.ts'
import type { SeenEvents } from './seen-events.ts'

/** What decides about a request before it goes to a service. */
export interface AdmissionOptions {
  /** Hears what the gateway refuses by itself; services tell of what they refuse. */
  readonly access: Pick<AccessLog, 'denied'>
  readonly identify: (headers: IncomingMessage['headers']) => Promise<Caller | null>
  readonly people: People
  readonly passports: PassportMint
  readonly seen: SeenEvents
  readonly limits: Readonly<Record<'address' | 'session' | RouteLimit, RateLimiter>>
  readonly addressOf: (incoming: IncomingMessage) => string
  readonly publicOrigin: string
}

/** Rate limits, who is calling, cross-site and bearer rules, passport: everything between the door and a service. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { limits, passports, seen } = options
  return async (incoming, route) => {
    const address = options.addressOf(incoming)
    limits.address.take(addressKey(address))
    const caller = await options.identify(incoming.headers)
    const base = ['x-forwarded-for', address]
    if (!caller) {
      if (!route.isPublic) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
      return { headers: base }
    }
    limits.session.take(caller.sid)
    await refuse(options, { incoming, caller, route, address })
    const passport = await passports.forPerson(caller.person, caller.sid, route.audience)
    const events = seen.header(caller.sid)
    return {
      headers: [...base, passportHeader, passport, ...(events === null ? [] : [seenHeader, events])],
      onWrote: (wrote) => rememberWrites(options, caller, wrote),
    } satisfies Grant
  }
}

interface Admitted {
  readonly incoming: IncomingMessage
  readonly caller: Caller
  readonly route: PublicRoute
  readonly address: string
}

/** Throws, and tells the audit, when these credentials may not do this, or not from there, or not so often. */
async function refuse(
  { access, limits, publicOrigin }: AdmissionOptions,
  { incoming, caller, route, address }: Admitted,
): Promise<void> {
  try {
    if (route.limit) {
      limits[route.limit].take(caller.person.identity.personId)
      limits[route.limit].take(addressKey(address))
    }
    if (caller.via === 'bearer') {
      if (!route.bearer) throw new CodedError('forbidden', tokenRefusal)
    } else if (isWrite(incoming.method)) refuseCrossSite(incoming.headers, publicOrigin)
  } catch (error) {
    const { personId, organization } = caller.person.identity
    const attempt = {
      personId,
      organizationId: organization?.id ?? null,
      route: `${route.method} ${route.path}`,
    }
    if (error instanceof CodedError) await access.denied(attempt, error.code)
    throw error
  }
}

const tokenRefusal = 'A token cannot do this. Please sign in with your browser.'

function rememberWrites(options: AdmissionOptions, caller: Caller, wrote: string): void {
  const { personId, organization } = caller.person.identity
  options.seen.remember(caller.sid, wrote)
  options.people.drop(personId)
  const types = wrote.split(',').map((event) => event.slice(0, event.lastIndexOf(':')))
  if (types.some((type) => cacheDrop(type) !== null)) {
    options.people.dropOrganization(organization?.id ?? null)
  }
}
