import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Invalidation } from '@portal/contracts/gateway'
import { platformChange, platformEvents } from '@portal/contracts/invalidations'
import { requestIdHeader } from '@portal/contracts/passport'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { dataHeaders } from '../answers/security-headers.ts'
import { sendError } from '../answers/send-error.ts'
import { isEnded } from '../caller/access-ending.ts'
import type { Caller } from '../caller/identify.ts'
import type { SeenEvents } from '../caller/seen-events.ts'
import type { People } from '../people/people.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { concerns } from './concerns.ts'
import { Paced } from './paced.ts'

/** What the streams rest on. `isOpen` tells whether a caller's session or token still stands, without keeping it from going idle. */
export interface EventStreamsOptions {
  readonly identify: (headers: IncomingMessage['headers']) => Promise<Caller | null>
  readonly isOpen: (caller: Caller) => Promise<boolean>
  readonly people: People
  readonly sessions: SessionStore
  readonly seen: SeenEvents
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
  readonly beatMs?: number
  readonly platformPauseMs?: number
}

const beatMs = 20_000
/** Operators' lists are long, and each read of them is audited: a busy platform makes them fresh this often, not with every event. */
const platformPauseMs = 5000
const unsentBytesMax = 64 * 1024
const streamsPerCallerMax = 8
const streamsMax = 5000

/** One open `GET /api/events`. */
interface Stream {
  readonly outgoing: ServerResponse
  caller: Caller
  /** Set when the person's organization, role or departments may have changed since. */
  isStale: boolean
  /** Tells an operator of changes on the platform. */
  readonly platform: Paced<EventEnvelope>
}

/**
 * Server-sent invalidations (https://html.spec.whatwg.org/multipage/server-sent-events.html): each signed-in browser hears type and subject
 * of the events that its person may know of, nothing else. A reader who cannot keep up is cut off and comes back with fresh reads.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions
  readonly #streams = new Set<Stream>()
  readonly #beat: NodeJS.Timeout
  readonly #forget: (() => void)[]

  constructor(options: EventStreamsOptions) {
    this.#options = options
    this.#beat = setInterval(() => this.#beatAll(), options.beatMs ?? beatMs).unref()
    this.#forget = [
      options.people.onDrop((personId) => this.#markStale(personId)),
      options.sessions.onEnd((sid) => this.#endSession(sid)),
    ]
  }

  /** Answers `GET /api/events`. */
  open(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { headers, logger } = this.#options
    const requestId = randomUUID()
    this.#admit(incoming).then(
      (caller) => this.#begin(outgoing, caller, requestId),
      (error: unknown) => sendError(error, { incoming, outgoing, requestId, headers, logger }),
    )
  }

  /** Passes an event on to those whom it concerns. */
  publish(event: EventEnvelope): void {
    for (const stream of this.#streams) {
      this.#offer(stream, event).catch((error: unknown) => {
        this.#options.logger.info({ err: error }, 'an event stream was closed')
        end(stream)
      })
    }
  }

  /** Closes every stream; browsers come back to another replica. */
  stop(): void {
    clearInterval(this.#beat)
    for (const forget of this.#forget) forget()
    for (const stream of this.#streams) end(stream)
  }

  async #admit(incoming: IncomingMessage): Promise<Caller> {
    const caller = await this.#options.identify(incoming.headers)
    if (!caller) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
    const own = [...this.#streams].filter((stream) => stream.caller.sid === caller.sid).length
    if (own >= streamsPerCallerMax || this.#streams.size >= streamsMax) {
      throw new CodedError('rate_limited', 'Too many open streams.', { retryAfterSeconds: 30 })
    }
    return caller
  }

  #begin(outgoing: ServerResponse, caller: Caller, requestId: string): void {
    if (outgoing.destroyed) return
    outgoing.writeHead(200, {
      ...this.#options.headers,
      ...dataHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      [requestIdHeader]: requestId,
    })
    outgoing.write('retry: 2000\n\n')
    const pauseMs = this.#options.platformPauseMs ?? platformPauseMs
    const platform = new Paced<EventEnvelope>((event) => this.#tellOperator(stream, event), pauseMs)
    const stream: Stream = { outgoing, caller, isStale: false, platform }
    this.#streams.add(stream)
    outgoing.on('close', () => {
      this.#streams.delete(stream)
      platform.stop()
    })
  }

  async #offer(stream: Stream, event: EventEnvelope): Promise<void> {
    if (stream.isStale) await this.#refresh(stream)
    if (stream.outgoing.writableEnded) return
    const { identity } = stream.caller.person
    if (identity.isMasterAdmin && platformEvents.has(event.type)) stream.platform.offer(event)
    if (!concerns(event, identity)) return
    const message: Invalidation = { type: event.type, subject: event.subject }
    send(stream, `id: ${event.id}\ndata: ${JSON.stringify(message)}\n\n`)
  }

  /** The operator's next read waits for the projection that knows the event (decision 62), or it would show what was before. */
  #tellOperator(stream: Stream, { type, id }: EventEnvelope): void {
    if (!stream.caller.person.identity.isMasterAdmin) return
    this.#options.seen.remember(stream.caller.sid, `${type}:${id}`)
    const message: Invalidation = { type: platformChange, subject: 'platform' }
    send(stream, `data: ${JSON.stringify(message)}\n\n`)
  }

  async #refresh(stream: Stream): Promise<void> {
    stream.isStale = false
    const person = await this.#options.people.read(stream.caller.person.identity.personId)
    if (!person || isEnded(person, stream.caller.beganAt)) sayGoodbye(stream)
    else stream.caller = { ...stream.caller, person }
  }

  #markStale(personId: string | null): void {
    for (const stream of this.#streams) {
      const isTheirs = personId === null || stream.caller.person.identity.personId === personId
      if (isTheirs) stream.isStale = true
    }
  }

  #endSession(sid: string): void {
    for (const stream of this.#streams) if (stream.caller.sid === sid) sayGoodbye(stream)
  }

  #beatAll(): void {
    for (const stream of this.#streams) {
      send(stream, ': beat\n\n')
      this.#options.isOpen(stream.caller).then(
        (isOpen) => {
          if (!isOpen) sayGoodbye(stream)
        },
        // While the database is away nobody's session has ended.
        () => undefined,
      )
    }
  }
}

/** Tells the shell that the session is over, so that it does not come back at once. */
function sayGoodbye(stream: Stream): void {
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
