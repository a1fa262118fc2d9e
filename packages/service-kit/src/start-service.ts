import type { RouteTable } from '@portal/contracts/route'
import type { Telemetry } from '@portal/telemetry/telemetry'
import { quietTelemetry } from '@portal/telemetry/telemetry'
import { tracedEngines } from '@portal/telemetry/traced-engines'
import { Hono } from 'hono'
import { AuditLog } from './audit/audit-log.ts'
import type { Database, DatabaseOptions, DatabaseUrls } from './database/open-database.ts'
import { consumersOf, type ServiceDefinition, type ServiceScope } from './define-service.ts'
import { erasureJob } from './erasure/erase-person.ts'
import { startHousekeeping } from './housekeeping.ts'
import { bindRoutes } from './http/bind-routes.ts'
import { health } from './http/health.ts'
import { type ListenOptions, serve } from './http/serve.ts'
import { temporaryUploadDisk, type UploadDisk, Uploads } from './http/uploads.ts'
import { awaitSeen } from './inbox/await-seen.ts'
import { followerGroup } from './inbox/consumers.ts'
import { startConsumers, startFollower } from './inbox/start-consumers.ts'
import { enqueuer } from './jobs/enqueue.ts'
import { type JobThread, startJobThread } from './jobs/job-thread.ts'
import { startJobs } from './jobs/run-jobs.ts'
import type { Logger } from './logger.ts'
import { startRelay } from './outbox/relay.ts'
import { type PassportKeys, passportVerifier } from './passport.ts'
import { EngineUnavailable } from './ports/engine-unavailable.ts'
import type { EventBus } from './ports/event-bus.ts'
import { purgeJob } from './purge/purge-organization.ts'
import { republishJob } from './republish-job.ts'
import { retry } from './sleep.ts'
import { startLifecycle } from './start-lifecycle.ts'
import { backlogReader, exposeBacklog } from './telemetry/backlog.ts'
import { countMeasures } from './telemetry/measures.ts'

const prepareBackoff = { firstMs: 500, maxMs: 10_000 }

/** What a composition root gives a service. */
export interface Platform<Ports> extends Omit<DatabaseOptions, 'name' | 'urls'> {
  readonly urls: DatabaseUrls
  readonly bus: EventBus
  readonly passportKeys: PassportKeys
  readonly ports: Ports
  readonly log: Logger
  readonly listen: ListenOptions
  readonly version: string
  /** What it counts and traces; by default counts alone. */
  readonly telemetry?: Telemetry
  readonly uploadDisk?: UploadDisk
  /** Where some of its jobs run; without them, all run beside the requests. */
  readonly jobThreads?: readonly JobThread[]
}

/** A running service. `fetch` serves its public routes without the network. */
export interface RunningService {
  readonly url: string
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** Fails readiness, ends running handlers and jobs, drains requests, closes pools. */
  stop(): Promise<void>
}

/** Starts relay, consumers and jobs, then listens. Rejects if any of it fails. */
export async function startService<Api extends RouteTable, Ports>(
  definition: ServiceDefinition<Api, Ports>,
  given: Platform<Ports>,
): Promise<RunningService> {
  const { name, migrations } = definition
  const { telemetry = quietTelemetry({ service: name, version: given.version }) } = given
  const platform = { ...given, telemetry, ports: tracedEngines(given.ports, telemetry.engineCalls) }
  const { log, ports, bus } = platform
  return startLifecycle({ ...platform, name, migrations }, async ({ database, health: state, onStop }) => {
    onStop(async () => telemetry.tracing?.stop())
    const scope: ServiceScope<Ports> = {
      ports,
      log,
      onHandled: (look) => database.onHint('inbox', look),
      platformTx: (work) =>
        database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
    }
    const preparing = await prepareEngines(definition, scope, log)
    onStop(preparing.stop)
    const workers = startWorkers(definition, platform, { database, scope })
    onStop(workers.stopPublishing)
    const audit = new AuditLog({ service: name, database, log })
    onStop(() => audit.stop())
    const { uploadBytesMax } = definition
    const uploads = uploadBytesMax
      ? new Uploads(uploadBytesMax, platform.uploadDisk ?? temporaryUploadDisk)
      : null
    const check = async () => {
      await state.check()
      await uploads?.check()
    }
    const app = new Hono()
    const backlog = backlogReader({ database, bus, groups: groupsOf(definition) })
    exposeBacklog(telemetry.metrics, backlog)
    app.route('/', health({ ...state, check, ports, reported: { telemetry, backlog } }))
    app.route(
      '/',
      bindRoutes({
        service: name,
        audienceOf: definition.audienceOf,
        api: definition.api,
        verbs: definition.verbs,
        replays: definition.replays,
        database,
        ports,
        log,
        verify: passportVerifier(name, platform.passportKeys),
        awaitSeen: (tokens) =>
          awaitSeen(database, { tokens, group: name, consumers: consumersOf(definition) }),
        audit,
        uploads,
        telemetry,
      }),
    )
    const server = await serve(app.fetch, platform.listen)
    onStop(server.stop)
    onStop(workers.stopTaking)
    return { url: server.url, fetch: (request: Request) => app.fetch(request) }
  })
}

/** A service's consumer groups with their topics. */
function groupsOf<Api extends RouteTable, Ports>(definition: ServiceDefinition<Api, Ports>) {
  const { name, followers = [] } = definition
  const own = { group: name, topics: [...new Set(consumersOf(definition).map((it) => it.definition.source))] }
  return [own, ...followers.map((it) => ({ group: followerGroup(name, it), topics: it.topics }))]
}

/** Runs the definition's `start`, retrying in the background while an engine is away. */
async function prepareEngines<Api extends RouteTable, Ports>(
  { start }: ServiceDefinition<Api, Ports>,
  scope: ServiceScope<Ports>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const firstAttempt = Promise.withResolvers<void>()
  const failed = (error: unknown) => {
    if (!(error instanceof EngineUnavailable)) throw error
    log.warn({ err: error }, 'an engine is away; it is prepared as soon as it answers')
    firstAttempt.resolve()
  }
  const preparing = retry(async () => start?.(scope), {
    ...prepareBackoff,
    halted: stopping.signal,
    failed,
  }).then(
    () => firstAttempt.resolve(),
    (error: unknown) => {
      firstAttempt.reject(error)
      log.error({ err: error }, 'an engine could not be prepared')
    },
  )
  await firstAttempt.promise
  return {
    stop: () => {
      stopping.abort()
      return preparing
    },
  }
}

function startWorkers<Api extends RouteTable, Ports>(
  definition: ServiceDefinition<Api, Ports>,
  platform: Platform<Ports> & { readonly telemetry: Telemetry },
  { database, scope }: { readonly database: Database; readonly scope: ServiceScope<Ports> },
) {
  const { name, audienceOf, jobs, housekeeping: own } = definition
  const { log, bus, ports, jobThreads = [], telemetry } = platform
  const measure = countMeasures(telemetry.metrics, definition.measures ?? [])
  const relay = startRelay({ database, bus, service: name, log, telemetry, measure })
  const { personal = { rows: [] }, republish = [] } = definition
  const allJobs = [
    ...jobs,
    purgeJob({ service: name, database, ports }),
    erasureJob({ service: name, database, bus, ports, personal }),
    republishJob({ service: name, database, republish }),
  ]
  const elsewhere = jobThreads.flatMap(({ kinds }) => kinds)
  const here = allJobs.filter(({ kind }) => !elsewhere.includes(kind))
  const runners = [
    startJobs({ service: name, audienceOf, jobs: here, database, ports, log, telemetry }),
    ...jobThreads.map((thread) => startJobThread(thread, { database, log, telemetry })),
  ]
  const consuming = { service: name, audienceOf, database, bus, log, telemetry }
  const consumers = [
    startConsumers({ ...consuming, consumers: consumersOf(definition) }),
    ...(definition.followers ?? []).map((it) => startFollower(it, consuming)),
  ]
  const background = definition.background?.(scope)
  const housekeeping = startHousekeeping({ database, log, own: own && (() => own(scope)) })
  return {
    /** Takes no more events and jobs; running ones end. */
    stopTaking: async () => {
      await Promise.all(consumers.map((it) => it.stop()))
      await background?.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
    },
    /** After the last request: its events have been published if the bus is available. */
    stopPublishing: async () => {
      await relay.stop()
      await housekeeping.stop()
    },
  }
}
