import type { IncomingHttpHeaders } from 'node:http'
import { cacheDrop } from '@portal/contracts/cache-drops'
import { passportHeader, requestIdHeader, seenHeader, wroteHeader } from '@portal/contracts/passport'
import { teamEvents } from '@portal/contracts/team'
import type { AuthenticatedStage, Principal } from '../authentication/authenticate.ts'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import { hasBody } from '../ingress/body-pace.ts'
import type { RoutedRequest } from '../ingress/dispatch.ts'
import type { PublicRoute } from '../ingress/public-routes.ts'
import type { RateLimiter } from '../ingress/rate-limiter.ts'
import { sentBy } from '../ingress/refused-bodies.ts'
import { dataHeaders } from '../responses/security-headers.ts'
import { type Forwarding, forward, refuseBody } from './exchange.ts'
import { clientHeaders, serviceRequestHeaders } from './forwarded-headers.ts'
import type { HeldBodies } from './held-bodies.ts'
import { callInProcess, type InProcessService } from './in-process.ts'
import type { PassportMint } from './passport-mint.ts'
import type { SeenEvents } from './seen-events.ts'
import type { UploadFlow } from './upload-flow.ts'
import type { UploadSlots } from './upload-slots.ts'
import type { Upstream } from './upstream.ts'

interface ServiceProxyOptions {
  /** The gateway's own routes are served in this process. */
  readonly upstreams: Readonly<Record<PublicRoute['service'], Upstream | InProcessService>>
  readonly passports: Pick<PassportMint, 'forPerson'>
  readonly seen: SeenEvents
  readonly bodies: HeldBodies
  readonly uploads: UploadSlots
  readonly uploadFlow: UploadFlow
  readonly people: Pick<IdentityClient, 'drop' | 'dropOrganization'>
  /** Counts the data that people get, in blocks of {@link blockBytes}. */
  readonly data: Pick<RateLimiter, 'charge'>
  readonly headers: Readonly<Record<string, string>>
}

const blockBytes = 64 * 1024
/** The price of a response whose client left: its size until then is not known. */
const leftBlocks = 8

const withoutBody: Pick<Forwarding, 'body' | 'signal'> = { body: null }

/** Forwards requests to the services that own their routes, with a passport of the principal. */
export function createServiceProxy(options: ServiceProxyOptions): AuthenticatedStage {
  const always = Object.entries(options.headers).flat()
  return async function proxy(request, principal) {
    const { incoming, outgoing, route, requestId, fail } = request
    const arrived = hasBody(incoming) ? await receive(options, request, principal) : withoutBody
    // A passport is valid for a minute, so it is made once the body is complete.
    const granted = principal ? await grantedHeaders(options, principal, route) : []
    if (outgoing.destroyed) return
    const upstream = options.upstreams[route.service]
    const call = {
      incoming,
      outgoing,
      limits: route.limits,
      slot: route.contract.events ? ('stream' as const) : ('request' as const),
      owner: ownerOf(principal),
      ...arrived,
      headers: [
        ...serviceRequestHeaders(incoming.rawHeaders),
        'x-forwarded-for',
        request.address,
        ...granted,
        requestIdHeader,
        requestId,
        ...(request.traceparent === null ? [] : ['traceparent', request.traceparent]),
      ],
      present: (headers: IncomingHttpHeaders) => {
        const wrote = headers[wroteHeader]
        const cookie =
          principal && typeof wrote === 'string' ? rememberWrites(options, principal, wrote) : null
        if (principal) options.data.charge(personOf(principal), blocksOf(headers))
        return clientHeaders(headers, {
          always: [...always, requestIdHeader, requestId, ...(cookie === null ? [] : ['set-cookie', cookie])],
          unless: dataHeaders,
        })
      },
    }
    if (typeof upstream === 'function') await callInProcess(upstream, call)
    else forward({ ...call, upstream, fail, left: () => principal && chargeLeft(options, principal) })
  }
}

/** Whose share of a service's places a request takes. */
function ownerOf(principal: Principal | null): string {
  if (!principal) return 'visitors'
  const { personId, organization } = principal.person.identity
  return organization ? `organization ${organization.id}` : `person ${personId}`
}

function chargeLeft({ data }: ServiceProxyOptions, principal: Principal): void {
  data.charge(personOf(principal), leftBlocks)
}

/** Whole blocks of JSON; files are streamed, which costs little. */
function blocksOf(headers: IncomingHttpHeaders): number {
  const isJson = headers['content-type']?.startsWith('application/json') === true
  return isJson ? Math.floor(Number(headers['content-length'] ?? 0) / blockBytes) : 0
}

function personOf({ person }: Principal): string {
  return person.identity.personId
}

/** A small body, complete; or the turn to stream an upload, which ends with the response. */
async function receive(
  { bodies, uploads, uploadFlow }: ServiceProxyOptions,
  request: RoutedRequest,
  principal: Principal | null,
): Promise<Pick<Forwarding, 'body' | 'signal' | 'passes'>> {
  const { incoming, outgoing, route, address } = request
  if (!route.contract.form) return { body: await bodies.read(request, route.limits) }
  const refusal = refuseBody(incoming, route.limits)
  if (refusal) throw refusal
  const { personId, organization } = principal?.person.identity ?? {}
  const left = new AbortController()
  if (outgoing.destroyed) left.abort()
  else outgoing.once('close', () => left.abort())
  const sender = personId ?? address
  sentBy(sender, incoming)
  const { signal, release } = await uploads.take(sender, left.signal)
  if (outgoing.destroyed) release()
  else outgoing.once('close', release)
  const owner = organization ? `organization ${organization.id}` : sender
  return { signal, passes: (bytes) => uploadFlow.pass(owner, bytes) }
}

/** Names and values in turn: the passport, and the events that the principal has caused lately. */
async function grantedHeaders(
  { passports, seen }: ServiceProxyOptions,
  { person, sid }: Principal,
  { audience }: PublicRoute,
): Promise<string[]> {
  const passport = await passports.forPerson(person, sid, audience)
  const events = seen.header(sid, { isOperator: person.identity.isMasterAdmin })
  return events === null ? [passportHeader, passport] : [passportHeader, passport, seenHeader, events]
}

/**
 * Before the response reaches the client: its next request must see what this one wrote. The cookie
 * by which a browser carries that to other replicas; null for a token, whose client has none.
 */
function rememberWrites(
  { seen, people }: ServiceProxyOptions,
  principal: Principal,
  wrote: string,
): string | null {
  const { personId, organization } = principal.person.identity
  seen.remember(principal.sid, wrote)
  people.drop(personId)
  const types = wrote.split(',').map((event) => event.slice(0, event.lastIndexOf(':')))
  if (organization && types.some(concernsOthers)) people.dropOrganization(organization.id)
  return principal.session === null ? null : seen.cookie(principal.sid)
}

/** Whether other members, whom the header does not name, may have a new role or organization. */
function concernsOthers(type: string): boolean {
  const drop = cacheDrop(type)
  return drop === 'organization' || (drop === 'person' && type !== teamEvents.personChanged.type)
}
