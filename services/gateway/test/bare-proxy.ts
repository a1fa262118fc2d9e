import { createLogger } from '@portal/service-kit/logger'
import { type Listener, openListener } from '../src/ingress/open-listener.ts'
import type { RequestLimits } from '../src/ingress/public-routes.ts'
import { forward } from '../src/proxy/exchange.ts'
import { clientHeaders, serviceRequestHeaders } from '../src/proxy/forwarded-headers.ts'
import type { ReaderLimits } from '../src/proxy/slow-readers.ts'
import { Upstream } from '../src/proxy/upstream.ts'
import { commonHeaders } from '../src/responses/security-headers.ts'
import { sendError } from '../src/responses/send-error.ts'

/** The listener in front of one upstream, for tests of the exchange itself. */
export interface BareProxy extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly listener: Listener
  readonly upstream: Upstream
}

/** Limits that a test can wait for, and that a busy machine keeps. */
const shortLimits: RequestLimits = {
  bodyMaxBytes: 1024 * 1024,
  deadlineMs: 2000,
  idleMs: 2000,
  graceMs: 60_000,
  bytesPerSecondMin: 1024,
  totalMs: 120_000,
}

/** `now` is the clock that the breaker lives by. */
interface BareProxyOptions {
  readonly limits?: Partial<RequestLimits>
  readonly concurrency?: number
  /** Slots of streams, which requests of `/stream` take. */
  readonly streams?: number
  readonly readers?: Partial<ReaderLimits>
  readonly now?: () => number
}

/** Opens it on a free port. */
export async function openBareProxy(upstreamUrl: string, options: BareProxyOptions = {}): Promise<BareProxy> {
  const upstream = new Upstream({
    name: 'fixed',
    url: upstreamUrl,
    idleTimeoutMs: 1000,
    ...(options.concurrency ? { concurrency: options.concurrency } : {}),
    ...(options.streams ? { streams: options.streams } : {}),
    ...(options.readers ? { readers: options.readers } : {}),
    ...(options.now ? { now: options.now } : {}),
  })
  const logger = createLogger({ service: 'gateway', level: 'silent' })
  const headers = commonHeaders('http:')
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    connections: { inAll: 1000, perAddress: null },
    onRequest: (incoming, outgoing) =>
      forward({
        incoming,
        outgoing,
        upstream,
        slot: incoming.url === '/stream' ? 'stream' : 'request',
        limits: { ...shortLimits, ...options.limits },
        headers: serviceRequestHeaders(incoming.rawHeaders),
        present: (response) => clientHeaders(response, { always: [], unless: headers }),
        fail: (error) => sendError(error, { incoming, outgoing, requestId: 'test', headers, logger }),
      }),
  })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    port: listener.port,
    listener,
    upstream,
    [Symbol.asyncDispose]: async () => {
      await listener.stop(0)
      await upstream.pool.destroy()
    },
  }
}
