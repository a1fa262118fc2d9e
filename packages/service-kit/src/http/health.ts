import { Hono } from 'hono'
import { engineStates } from './engine-states.ts'

/** Where the readiness of a service comes from. `check` asks its own database, nothing else; `ports` are engines to report. */
export interface HealthOptions {
  readonly version: string
  readonly check: () => Promise<void>
  readonly isStopping: () => boolean
  readonly ports?: unknown
}

/**
 * `/livez` answers while the event loop turns; `/readyz` says with 200 or 503 whether requests can be served; `/enginez` lists the states
 * of the engines behind the ports, for people to read: an engine that is away makes no service unready.
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
      // The reason is in the service's log; this answer may be seen by visitors.
      return c.json({ state: 'unavailable', version, detail: 'The service cannot reach its database.' }, 503)
    }
  })
  return app
}
