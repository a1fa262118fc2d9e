import { route } from '@portal/contracts/route'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { bindRoutes } from '@portal/service-kit/http/bind-routes'
import { serve } from '@portal/service-kit/http/serve'
import { createLogger } from '@portal/service-kit/logger'
import { openTelemetry } from '@portal/telemetry/telemetry'
import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import { z } from 'zod'

// A bare service route as services bind it: contract, verb, response schema, counted. Uses no
// database. With `uncounted` as its argument nothing is counted, as before there was telemetry.
const api = {
  bare: route('GET', '/api/departments', {
    can: 'public',
    summary: 'Nothing but the route',
    returns: z.object({ id: z.number(), name: z.string() }),
  }),
} as const
const part = { service: 'team', version: 'bench' }
const telemetry =
  process.argv[2] === 'uncounted'
    ? undefined
    : await openTelemetry(part, TelemetryEnvironment.parse(process.env))
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
const app = bindRoutes<typeof api, null>({
  service: 'team',
  api,
  verbs: { bare: async () => ({ id: 1, name: 'Legal & Compliance' }) },
  database: openDatabase({ urls: { app: nowhere, platform: nowhere }, name: 'bench' }),
  ports: null,
  log: createLogger({ service: 'bench', level: 'info' }),
  verify: () => Promise.reject(new Error('A public route needs no passport.')),
  awaitSeen: () => Promise.resolve(),
  audit: { denied: () => Promise.resolve(), read: () => Promise.resolve() },
  uploads: null,
  telemetry,
})
const { url } = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
process.send?.({ url: `${url}/api/departments` })
process.on('disconnect', () => process.exit(0))
