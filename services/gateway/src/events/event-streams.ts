import type { ServerResponse } from 'node:http'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Invalidation } from '@portal/contracts/gateway'
import { platformChange, platformEvents } from '@portal/contracts/invalidations'
import { requestIdHeader } from '@portal/contracts/passport'
import type { Identity } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { WorkQueue } from '@portal/service-kit/work-queue'
import type { Principal } from '../authentication/authenticate.ts'
import { isRevoked } from '../authentication/credential-revoker.ts'
import type { SessionStore } from '../authentication/session-store.ts'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import type { AcceptedRequest } from '../ingress/dispatch.ts'
import type { SeenEvents } from '../proxy/seen-events.ts'
import { dataHeaders } from '../responses/security-headers.ts'
import { Paced } from './paced.ts'

interface EventStreamsOptions {
  /** The public ids of those that are still open; asking keeps none from going idle. */
  readonly openAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly people: IdentityClient
  readonly sessions: SessionStore
  readonly seen: SeenEvents
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

const beatMs = 20_000
/** Operators' lists are long and each read is audited, so they are invalidated no more often. */
const platformPauseMs = 5000
const unsentBytesMax = 64 * 1024
const streamsPerSessionMax = 8
/** Sessions are drawn by the dozen; without this one person could take all streams. */
const streamsPerPersonMax = 32
const streamsMax = 5000
/** A change of a large organization asks team about each of its streams. */
const readsAtOnce = 16

/** One open `GET /api/events`. */
interface Stream {
  readonly outgoing: ServerResponse
  principal: Principal
  /** `stale`: organization, role or departments may have changed; `queued`: to be read again. */
  person: 'known' | 'stale' | 'queued' | 'being read'
  /** Settles once the person was read again as often as was asked for; events wait for it. */
  refreshed: Promise<void>
  /** Notifies an operator of changes on the platform. */
  readonly platform: Paced<EventEnvelope>
}

/**
 * Server-sent invalidations (https://html.spec.whatwg.org/multipage/server-sent-events.html): each
 * browser gets type and subject of the events that its person may know of, nothing else. A reader
 * that cannot keep up is cut off and reconnects with fresh reads.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions
  readonly #streams = new Set<Stream>()
  readonly #reads = new WorkQueue(readsAtOnce)
  readonly #beat: NodeJS.Timeout

  constructor(options: EventStreamsOptions) {
    this.#options = options
    this.#beat = setInterval(() => this.#beatAll(), beatMs).unref()
    options.people.on('drop', (personId) => this.#markStale((identity) => identity.personId === personId))
    options.people.on('dropOrganization', (organizationId) =>
      this.#markStale(({ organization }) => organization?.id === organizationId),
    )
    options.sessions.on('ended', (sid) => this.#endSession(sid))
  }

  /** Opens the stream of a signed-in browser. Rejects with a coded error if there are too many. */
  async open(
    { incoming, outgoing, requestId }: Pick<AcceptedRequest, 'incoming' | 'outgoing' | 'requestId'>,
    principal: Principal | null,
  ): Promise<void> {
    if (!principal) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
    const { personId } = principal.person.identity
    const own = [...this.#streams].filter((stream) => stream.principal.person.identity.personId === personId)
    const ofSession = own.filter((stream) => stream.principal.sid === principal.sid).length
    const isTooMany = ofSession >= streamsPerSessionMax || own.length >= streamsPerPersonMax
    if (isTooMany || this.#streams.size >= streamsMax) {
      throw new CodedError('rate_limited', 'Too many open streams.', { retryAfterSeconds: 30 })
    }
    outgoing.writeHead(200, {
      ...this.#options.headers,
      ...dataHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      [requestIdHeader]: requestId,
    })
    if (incoming.method === 'HEAD') outgoing.end()
    else this.#begin(outgoing, principal)
  }

  /** Passes an event on to everyone it concerns. */
  publish(event: EventEnvelope): void {
    if (platformEvents.has(event.type)) this.#options.seen.rememberForOperators(`${event.type}:${event.id}`)
    for (const stream of this.#streams) {
      this.#offer(stream, event).catch((error: unknown) => {
        this.#options.logger.info({ err: error }, 'an event stream was closed')
        end(stream)
      })
    }
  }

  /** Closes every stream; browsers reconnect to another replica. */
  stop(): void {
    clearInterval(this.#beat)
    for (const stream of this.#streams) end(stream)
  }

  #begin(outgoing: ServerResponse, principal: Principal): void {
    outgoing.write('retry: 2000\n\n')
    const platform = new Paced<EventEnvelope>((event) => this.#notifyOperator(stream, event), platformPauseMs)
    const stream: Stream = { outgoing, principal, person: 'known', refreshed: Promise.resolve(), platform }
    this.#streams.add(stream)
    outgoing.on('close', () => {
      this.#streams.delete(stream)
      platform.stop()
    })
  }

  async #offer(stream: Stream, event: EventEnvelope): Promise<void> {
    if (stream.person === 'stale') {
      stream.person = 'queued'
      stream.refreshed = stream.refreshed.then(() => this.#reads.run(() => this.#refresh(stream)))
    }
    await stream.refreshed
    if (stream.outgoing.writableEnded) return
    const { identity } = stream.principal.person
    if (identity.isMasterAdmin && platformEvents.has(event.type)) stream.platform.offer(event)
    if (!concerns(event, identity)) return
    const message: Invalidation = { type: event.type, subject: event.subject }
    send(stream, `id: ${event.id}\ndata: ${JSON.stringify(message)}\n\n`)
  }

  /** The operator's next read waits for the projection of the event (decision 62). */
  #notifyOperator(stream: Stream, { type, id }: EventEnvelope): void {
    if (!stream.principal.person.identity.isMasterAdmin) return
    this.#options.seen.remember(stream.principal.sid, `${type}:${id}`)
    const message: Invalidation = { type: platformChange, subject: 'platform' }
    send(stream, `data: ${JSON.stringify(message)}\n\n`)
  }

  async #refresh(stream: Stream): Promise<void> {
    if (!this.#streams.has(stream)) return
    stream.person = 'being read'
    const person = await this.#options.people.read(stream.principal.person.identity.personId)
    if (!person || isRevoked(person, stream.principal.beganAt)) endSession(stream)
    else stream.principal = { ...stream.principal, person }
    if (stream.person === 'being read') stream.person = 'known'
  }

  /** Who is being read may turn out to be concerned; who is queued is read later anyway. */
  #markStale(isConcerned: (identity: Identity) => boolean): void {
    for (const stream of this.#streams) {
      if (stream.person === 'queued') continue
      if (stream.person === 'being read' || isConcerned(stream.principal.person.identity))
        stream.person = 'stale'
    }
  }

  #endSession(sid: string): void {
    for (const stream of this.#streams) if (stream.principal.sid === sid) endSession(stream)
  }

  #beatAll(): void {
    const streams = [...this.#streams]
    for (const stream of streams) send(stream, ': beat\n\n')
    if (streams.length === 0) return
    this.#options.openAmong([...new Set(streams.map(({ principal }) => principal.sid))]).then(
      (open) => {
        for (const stream of streams) if (!open.has(stream.principal.sid)) endSession(stream)
      },
      // A database that is away ends nobody's session.
      () => undefined,
    )
  }
}

/** Announces the end of the session, so that the shell does not reconnect at once. */
function endSession(stream: Stream): void {
  send(stream, 'event: session-ended\ndata: {}\n\n')
  end(stream)
}

function send(stream: Stream, text: string): void {
  const { outgoing } = stream
  if (outgoing.writableLength > unsentBytesMax) outgoing.destroy()
  else if (!outgoing.writableEnded) outgoing.write(text)
}

function end(stream: Stream): void {
  if (!stream.outgoing.writableEnded) stream.outgoing.end()
}

/**
 * Whether a person may know of an event: the organization of its audience is theirs and, if the
 * audience names departments, roles or people, one of these too. Without an audience it is for
 * services only.
 */
export function concerns({ audience }: EventEnvelope, person: Identity): boolean {
  if (!audience) return false
  const { organizationId, departments, roles, users } = audience
  if (organizationId !== undefined && organizationId !== person.organization?.id) return false
  if (!departments && !roles && !users) return organizationId !== undefined
  return (
    users?.includes(person.personId) === true ||
    (person.role !== null && roles?.includes(person.role) === true) ||
    departments?.some((number) => person.departments.includes(number)) === true
  )
}
