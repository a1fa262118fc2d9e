import type { IncomingMessage, ServerResponse } from 'node:http'
import { byService } from '@portal/contracts/services'
import { clientLimits } from '@portal/gateway-service/ingress/client-limits'
import { createDispatch } from '@portal/gateway-service/ingress/dispatch'
import { observeRequests } from '@portal/gateway-service/ingress/observe-requests'
import { openListener } from '@portal/gateway-service/ingress/open-listener'
import { compileRoutes } from '@portal/gateway-service/ingress/public-routes'
import { HeldBodies } from '@portal/gateway-service/proxy/held-bodies'
import { SeenEvents } from '@portal/gateway-service/proxy/seen-events'
import { createServiceProxy } from '@portal/gateway-service/proxy/service-proxy'
import { UploadFlow } from '@portal/gateway-service/proxy/upload-flow'
import { UploadSlots } from '@portal/gateway-service/proxy/upload-slots'
import { Upstream } from '@portal/gateway-service/proxy/upstream'
import { commonHeaders } from '@portal/gateway-service/responses/security-headers'
import { createSeal } from '@portal/gateway-service/secrets/seal'
import { createLogger } from '@portal/service-kit/logger'
import { openTelemetry } from '@portal/telemetry/telemetry'
import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'

// The gateway without authentication: host, address, route, limits, breaker, headers, stream.
const upstreamUrl = process.argv[2] ?? ''
const telemetry = await openTelemetry(
  { service: 'gateway', version: 'bench' },
  TelemetryEnvironment.parse(process.env),
)
const logger = createLogger({ service: 'bench', level: 'warn' })
const headers = commonHeaders('http:')
const upstream = new Upstream({ name: 'bench', url: upstreamUrl })
const wide = { perMinute: 1_000_000_000, burst: 1_000_000_000 }
const nobody = () => {
  throw new Error('Only proxied routes are measured.')
}
let dispatch: (incoming: IncomingMessage, outgoing: ServerResponse) => void = nobody
const listener = await openListener({
  host: '127.0.0.1',
  port: 0,
  connections: { inAll: 8192, perAddress: 1024 },
  onRequest: (incoming, outgoing) => dispatch(incoming, outgoing),
})
const publicOrigin = `http://127.0.0.1:${listener.port}`
const proxy = createServiceProxy({
  upstreams: { ...byService(() => upstream), gateway: nobody },
  passports: { forPerson: nobody },
  seen: new SeenEvents(createSeal([Buffer.alloc(32, 1)], 'bench')),
  bodies: new HeldBodies(),
  uploads: new UploadSlots(),
  uploadFlow: new UploadFlow({ perMinute: 150_000_000, burst: 11_000_000 }),
  people: { drop: nobody, dropOrganization: nobody },
  data: { charge: nobody },
  headers,
})
dispatch = createDispatch({
  publicOrigin,
  trustedProxies: 0,
  limits: clientLimits({
    rateLimits: {
      ...{ address: wide, session: wide, person: wide, data: wide },
      ...{ 'join-code': wide, token: wide, login: wide, search: wide, 'own-data': wide },
      'remote-report': wide,
    },
    inFlight: { address: 10_000, person: 10_000, session: 10_000 },
  }),
  matchRoute: compileRoutes(),
  observe: observeRequests(telemetry),
  toRoute: (request) => proxy(request, null),
  toProvider: null,
  providerPaths: ['/oidc/'],
  toOwn: nobody,
  headers,
  logger,
})
process.send?.({ url: `${publicOrigin}/api/departments` })
process.on('disconnect', () => process.exit(0))
