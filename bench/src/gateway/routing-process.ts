import type { IncomingMessage, ServerResponse } from 'node:http'
import { byService } from '@portal/contracts/services'
import { commonHeaders } from '@portal/gateway-service/answers/security-headers'
import { createDispatch } from '@portal/gateway-service/door/dispatch'
import { openDoor } from '@portal/gateway-service/door/open-door'
import { compileRoutes } from '@portal/gateway-service/door/public-routes'
import { createServiceProxy } from '@portal/gateway-service/door/service-proxy'
import { Upstream } from '@portal/gateway-service/proxy/upstream'
import { createLogger } from '@portal/service-kit/logger'

// The gateway's way from door to service, with nobody checked: host, address, route, limits, breaker, headers, stream.
const upstreamUrl = process.argv[2] ?? ''
const logger = createLogger({ service: 'bench', level: 'warn' })
const headers = commonHeaders({ isHttps: false })
const upstream = new Upstream({ name: 'bench', url: upstreamUrl })
const nobody = () => {
  throw new Error('Only proxied routes are measured.')
}
const grant = Promise.resolve({ headers: [] })
let dispatch: (incoming: IncomingMessage, outgoing: ServerResponse) => void = nobody
const door = await openDoor({
  host: '127.0.0.1',
  port: 0,
  onRequest: (incoming, outgoing) => dispatch(incoming, outgoing),
})
const publicOrigin = `http://127.0.0.1:${door.port}`
dispatch = createDispatch({
  publicOrigin,
  matchRoute: compileRoutes(),
  toService: createServiceProxy({
    upstreams: byService(() => upstream),
    admit: () => grant,
    headers,
    logger,
  }),
  toProvider: null,
  providerPaths: ['/oidc/'],
  toEvents: nobody,
  toOwn: nobody,
  headers,
  logger,
})
process.send?.({ url: `${publicOrigin}/api/departments` })
process.on('disconnect', () => process.exit(0))
