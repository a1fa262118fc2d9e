import { hash, randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import {
  idempotencyHeader,
  type PassportClaims,
  passportHeader,
  requestIdHeader,
  seenHeader,
  wroteHeader,
} from '@portal/contracts/passport'
import type { Permission } from '@portal/contracts/permissions'
import type { Route, RouteTable } from '@portal/contracts/route'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { Context as HonoContext } from 'hono'
import { type AuditLog, recordDenial, recordRead } from '../audit/audit-log.ts'
import { CodedError, notFound, publicError } from '../coded-error.ts'
import { Context, type ResponseDraft } from '../context.ts'
import type { Database } from '../database/open-database.ts'
import { type Attempt, once } from '../idempotency/once.ts'
import { lazy } from '../lazy.ts'
import type { Logger } from '../logger.ts'
import type { AudienceOf } from '../outbox/emit.ts'
import type { PassportVerifier } from '../passport.ts'
import type { Replay, Replays, Verb, Verbs } from '../verb.ts'
import { authorize } from './authorize.ts'
import { describeRoute } from './describe-route.ts'
import { eventResponse } from './event-stream.ts'
import { fileResponse } from './file-response.ts'
import { observedRoute } from './observed-route.ts'
import { type RequestInput, withInput } from './read-input.ts'
import { streamOf } from './stream-of.ts'
import type { Uploads } from './uploads.ts'

/** What bound routes need to run. `awaitSeen` waits for the service's projections (decision 62). */
export interface BindOptions<Api extends RouteTable, Ports> {
  readonly service: string
  readonly audienceOf?: AudienceOf | undefined
  readonly api: Api
  readonly verbs: Verbs<Api, Ports, Permission>
  readonly replays?: Replays<Api, Ports, Permission> | undefined
  readonly database: Database
  readonly ports: Ports
  readonly log: Logger
  readonly verify: PassportVerifier
  readonly awaitSeen: (tokens: string) => Promise<void>
  readonly audit: Pick<AuditLog, 'denied' | 'read'>
  /** Null for a service without form routes. */
  readonly uploads: Uploads | null
  readonly telemetry?: Telemetry | undefined
}

type Handler = Verb<Route, unknown, Permission>

interface Bound {
  readonly route: Route
  readonly verb: Handler
  readonly replay: Replay<Route, unknown, Permission> | undefined
}

/**
 * Binds a route table to its verbs: authorizes, validates the input, runs the verb, filters the
 * response by its schema. The only place that maps errors. Serves OpenAPI 3.1 at `/openapi.json`.
 */
export function bindRoutes<Api extends RouteTable, Ports>(options: BindOptions<Api, Ports>): OpenAPIHono {
  const app = new OpenAPIHono()
  for (const [name, route] of Object.entries(options.api)) {
    app.openAPIRegistry.registerPath(describeRoute(route, options.service))
    const bound = boundOf(route, options.verbs[name], options.replays?.[name])
    const observed = observedRoute(route, options.telemetry)
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), (c) =>
      observed(c, () => handle(c, bound, options)),
    )
  }
  app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: `portal ${options.service}`, version: '1' } })
  app.notFound((c) => errorResponse(requestIdOf(c), notFound(), options.log))
  app.onError((error, c) => errorResponse(requestIdOf(c), error, options.log))
  return app
}

async function handle<Api extends RouteTable, Ports>(
  c: HonoContext,
  { route, verb, replay }: Bound,
  options: BindOptions<Api, Ports>,
): Promise<Response> {
  const { service, audienceOf, database, ports, audit, uploads } = options
  const requestId = requestIdOf(c)
  const log = lazyLog(options.log, { requestId, route: `${route.method} ${route.path}` })
  const signal = lazySignal(c.req.raw)
  const draft: ResponseDraft = {
    wrote: [],
    headers: new Map(),
    content: null,
    events: null,
    file: null,
    isUnavailable: false,
  }
  let claims: PassportClaims | null = null
  try {
    const passport = c.req.header(passportHeader) ?? ''
    claims = passport === '' ? null : await options.verify(passport)
    authorize(route, claims)
    const seen = c.req.header(seenHeader)
    if (seen) await options.awaitSeen(seen)
    const idempotencyKey = keyOf(c, route, claims)
    const parts = {
      ...{ service, audienceOf, database, ports, requestId, claims, passport, log, signal, draft },
      ...{ idempotencyKey, lastEventId: c.req.header('last-event-id') ?? null },
    }
    const answer = async (input: RequestInput) => {
      const contextOf = (attempt: Attempt | null) =>
        new Context<Ports, Permission>({
          ...parts,
          attempt,
          isReadOnly: route.method === 'GET',
          present: presenterOf(route),
        })
      let isRepetition = true
      const run = async (attempt: Attempt | null) => {
        isRepetition = false
        const body = present(route, await verb(contextOf(attempt), input))
        if (attempt && (draft.content || draft.file))
          throw new Error('A streamed response cannot be stored under a key.')
        return body
      }
      await recordRead(audit, route, { claims, requestId, url: c.req.url, ...input })
      // Routes with events handle repetitions themselves: a stream is not a single response.
      if (!claims || !idempotencyKey || route.events)
        return await respond(c, await run(null), { route, requestId, draft })
      const caller = { personId: claims.sub, organizationId: claims.org, key: idempotencyKey }
      const stored = await once(database, { ...caller, ...fingerprint(route, input) }, run)
      const body =
        replay && isRepetition && stored !== null
          ? present(route, await replay(contextOf(null), JSON.parse(stored)))
          : stored
      return await respond(c, body, { route, requestId, draft })
    }
    return await withInput(c, { route, uploads, personId: claims?.sub ?? '' }, answer)
  } catch (thrown) {
    const error = unlessLeft(c.req.raw, thrown)
    await recordDenial(audit, route, { claims, requestId, error })
    return errorResponse(requestId, error, log())
  }
}

/** Work that is given up because its client has left is no fault of ours. */
function unlessLeft({ signal }: Request, error: unknown): unknown {
  if (!signal.aborted || error !== signal.reason) return error
  return new CodedError('invalid_request', 'The client left before its response.', { cause: error })
}

const deadlineMs = 60_000
/** Of an idempotency key: what stores it, also for a stream, has it in an index. */
const keyMax = 200

/**
 * A function of its own, so that a context that outlives its response does not retain the request.
 */
function lazyLog(log: Logger, about: Readonly<Record<string, string>>): () => Logger {
  return lazy(() => log.child(about))
}

function presenterOf(route: Route): (result: unknown) => string | null {
  return (result) => present(route, result)
}

/** Aborts on disconnect or at the deadline, which counts from now; created on first use. */
function lazySignal(request: Request): () => AbortSignal {
  const since = performance.now()
  return lazy(() => {
    const leftMs = Math.max(0, deadlineMs - (performance.now() - since))
    return AbortSignal.any([request.signal, AbortSignal.timeout(Math.ceil(leftMs))])
  })
}

/** The body to send: only what the route's schema names. */
function present(route: Route, result: unknown): string | null {
  return route.returns ? JSON.stringify(route.returns.parse(result)) : null
}

interface Drafted {
  readonly route: Route
  readonly requestId: string
  readonly draft: ResponseDraft
}

async function respond(c: HonoContext, body: string | null, drafted: Drafted): Promise<Response> {
  const { route, requestId, draft } = drafted
  const { content, events, file, isUnavailable, wrote } = draft
  const headers: Record<string, string> = { [requestIdHeader]: requestId, 'cache-control': 'no-store' }
  for (const [name, value] of draft.headers) headers[name] = value
  if (wrote.length > 0) headers[wroteHeader] = wrote.join(',')
  if (file) return withoutReader(c, await fileResponse(file, (name) => c.req.header(name), headers))
  if (events) return withoutReader(c, eventResponse(events, { ...drafted, headers }))
  if (content) {
    const body = streamOf(content[Symbol.asyncIterator]())
    return withoutReader(c, new Response(body, { headers }))
  }
  if (body === null) return new Response(null, { status: 204, headers })
  headers['content-type'] = 'application/json; charset=utf-8'
  return new Response(body, { status: isUnavailable ? 503 : route.status, headers })
}

/** Cancels the stream of a HEAD request: without a reader it would never end. */
async function withoutReader(c: HonoContext, response: Response): Promise<Response> {
  if (c.req.method === 'HEAD') await response.body?.cancel()
  return response
}

function errorResponse(requestId: string, error: unknown, log: Logger): Response {
  const { status, body, headers } = publicError(error, requestId)
  if (status >= 500) log.error({ err: error, requestId }, 'request failed')
  else log.info({ status, code: body.code, requestId }, 'request refused')
  return Response.json(body, {
    status,
    headers: { ...headers, [requestIdHeader]: requestId, 'cache-control': 'no-store' },
  })
}

/** Keys count only for people; services retry by the rules of the route that they call. */
function keyOf(c: HonoContext, route: Route, claims: PassportClaims | null): string | null {
  if (route.method !== 'POST' || route.isRepeatable || claims?.kind !== 'person') return null
  const key = c.req.header(idempotencyHeader) || null
  if (key !== null && key.length > keyMax)
    throw new CodedError('invalid_request', 'The idempotency key is too long.')
  return key
}

function fingerprint(
  route: Route,
  input: RequestInput,
): { readonly route: string; readonly bodySha256: string } {
  const { file, ...rest } = input
  const content = file ? { name: file.name, sha256: file.sha256 } : null
  return {
    route: `${route.method} ${route.path}`,
    bodySha256: hash('sha256', JSON.stringify([rest, content])),
  }
}

function requestIdOf(c: HonoContext): string {
  return c.req.header(requestIdHeader) ?? randomUUID()
}

/** Safe because `Verbs` and `Replays` type-check each with its route, which reads the input too. */
function boundOf(route: Route, verb: unknown, replay: unknown): Bound {
  return { route, verb, replay } as Bound
}
