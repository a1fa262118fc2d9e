import { route } from '@portal/contracts/route'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { bindRoutes } from '@portal/service-kit/http/bind-routes'
import { serve } from '@portal/service-kit/http/serve'
import { createLogger } from '@portal/service-kit/logger'
import { z } from 'zod'

// A bare service route as services bind it: contract, verb, response schema. Uses no database.
const api = {
  bare: route('GET', '/bare', {
    can: 'public',
    summary: 'Nothing but the route',
    returns: z.object({ id: z.number(), name: z.string() }),
  }),
} as const
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
})
const { url } = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
process.send?.({ url: `${url}/bare` })
process.on('disconnect', () => process.exit(0))
