import type { StatusPart } from '@portal/contracts/gateway'
import { Hono } from 'hono'
import { CodedError } from '../coded-error.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import { addTelemetryRoutes, type TelemetryRoutes } from '../telemetry/telemetry-routes.ts'

/**
 * `check` probes the service's own database and the disk of its uploads; `ports` are the engines to
 * report.
 */
export interface HealthOptions {
  readonly version: string
  readonly check: () => Promise<void>
  readonly isStopping: () => boolean
  readonly ports?: unknown
  readonly reported?: TelemetryRoutes | undefined
}

/**
 * Liveness (`/livez`), readiness (`/readyz`, 200 or 503) and, for people, the states of the engines
 * behind the ports (`/enginez`): a failed engine does not make the service unready. With `reported`
 * also its metrics and its report for operators.
 */
export function health(options: HealthOptions): Hono {
  const app = new Hono()
  if (options.reported) addTelemetryRoutes(app, options.reported)
  app.get('/livez', (c) => c.json({ state: 'alive' }))
  app.get('/enginez', async (c) => c.json(await engineStates(options.ports)))
  app.get('/readyz', async (c) => {
    const { version } = options
    if (options.isStopping())
      return c.json({ state: 'unavailable', version, detail: 'The service is stopping.' }, 503)
    try {
      await options.check()
      return c.json({ state: 'ready', version, detail: null })
    } catch (error) {
      // Only this error's message is written for visitors, who may see this response.
      const detail = error instanceof CodedError ? error.message : 'The service cannot reach its database.'
      return c.json({ state: 'unavailable', version, detail }, 503)
    }
  })
  return app
}

/** Below the gateway's timeout, so that one hanging engine does not hide the others. */
const timeoutMs = 1500

interface Checkable {
  check(): Promise<void>
}

/** The state of each checkable port's engine, by port name. Never rejects. */
export function engineStates(ports: unknown): Promise<StatusPart[]> {
  const checkable = Object.entries(ports ?? {}).filter((entry): entry is [string, Checkable] =>
    isCheckable(entry[1]),
  )
  return Promise.all(checkable.map(([name, port]) => stateOf(name, port)))
}

async function stateOf(name: string, port: Checkable): Promise<StatusPart> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new EngineUnavailable('It does not answer in time.', 1)),
    timeoutMs,
  )
  const part = { name, kind: 'engine', version: null } as const
  try {
    await Promise.race([port.check(), late.promise])
    return { ...part, state: 'ready', detail: null }
  } catch (error) {
    // Only this error's message is written for users; any other may contain internals.
    const detail = error instanceof EngineUnavailable ? error.message : 'It does not answer.'
    return { ...part, state: 'unavailable', detail }
  } finally {
    clearTimeout(timer)
  }
}

function isCheckable(port: unknown): port is Checkable {
  return typeof port === 'object' && port !== null && 'check' in port && typeof port.check === 'function'
}
