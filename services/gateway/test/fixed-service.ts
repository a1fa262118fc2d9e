import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'

/** A request as it arrived at a service. */
interface ArrivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Handles a request; what it does not finish stays open. */
export type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** A service on loopback whose responses a test chooses, and that keeps what arrived. */
export interface FixedService extends AsyncDisposable {
  readonly url: string
  readonly arrived: ArrivedRequest[]
  /** Requests that are open now. */
  readonly open: Set<IncomingMessage>
  /** How it responds from now on. */
  respond: Respond
  /** Cuts every connection and listens no more; `listen` brings it back on the same port. */
  stop(): Promise<void>
  listen(): Promise<void>
}

/** Responds with JSON, by default with status 200. */
export function json(
  outgoing: ServerResponse,
  body: unknown,
  how: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  outgoing.writeHead(how.status ?? 200, { 'content-type': 'application/json', ...how.headers })
  outgoing.end(JSON.stringify(body))
}

/** Starts it on a free port; `/readyz` responds by itself. */
export async function startFixedService(
  respond: Respond = (_, outgoing) => json(outgoing, {}),
): Promise<FixedService> {
  const arrived: ArrivedRequest[] = []
  const open = new Set<IncomingMessage>()
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/readyz') return json(outgoing, { state: 'ready', version: 'fixed', detail: null })
    arrived.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers })
    open.add(incoming)
    outgoing.on('close', () => open.delete(incoming))
    void service.respond(incoming, outgoing)
  })
  // While it is stopped nobody else may be given its port.
  const port = await findFreePort()
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen()
  const service: FixedService = {
    url: `http://127.0.0.1:${port}`,
    arrived,
    open,
    respond,
    stop,
    listen,
    [Symbol.asyncDispose]: stop,
  }
  return service
}
