import { Hono } from 'hono'
import { engineStates } from './engine-states.ts'

/** `check` probes the service's own database only; `ports` are the engines to report. */
export interface HealthOptions {
  readonly version: string
  readonly check: () => Promise<void>
  readonly isStopping: () => boolean
  readonly ports?: unknown
}

/**
 * Liveness (`/livez`), readiness (`/readyz`, 200 or 503) and, for people, the states of the engines
 * behind the ports (`/enginez`): a failed engine does not make the service unready.
 */
export function health(options: HealthOptions): Hono {
  const app = new Hono()
  app.get('/livez', (c) => c.json({ state: 'alive' }))
  app.get('/enginez', async (c) => c.json(await engineStates(options.ports)))
  app.get('/readyz', async (c) => {
    const { version } = options
    if (options.isStopping())
      return c.json({ state: 'unavailable', version, detail: 'The service is stopping.' }, 503)
    try {
      await options.check()
      return c.json({ state: 'ready', version, detail: null })
    } catch {
      // The reason is logged; visitors may see this response.
      return c.json({ state: 'unavailable', version, detail: 'The service cannot reach its database.' }, 503)
    }
  })
  return app
}
