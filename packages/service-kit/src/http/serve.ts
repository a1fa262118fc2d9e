import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { drainable } from './drain.ts'
import { readBeforeRefusing, refuseUnread } from './late-requests.ts'

/**
 * `stop` first lingers: it serves as usual, but every response closes its connection. Then it
 * refuses new connections, lets running requests end (20 s at most), and closes.
 */
export interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

/** Where to listen; port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  /**
   * How long `stop` lingers where there are other replicas. A client that reuses a connection just
   * as it is closed could not know whether to repeat its request.
   */
  readonly lingerMs?: number
}

const drainMs = 20_000

/**
 * Serves a fetch function; rejects with a sentence if the port is taken. Replaces the global
 * `Request` and `Response` by light ones, which halves the cost of a response (P1): `fetch`'s
 * responses are then not `instanceof Response`.
 */
export async function serve(
  fetch: (request: Request) => Response | Promise<Response>,
  listen: ListenOptions,
): Promise<RunningServer> {
  return listenOn(createAdaptorServer({ fetch }) as Server, listen)
}

/** The same for a Node server. */
export async function listenOn(server: Server, listen: ListenOptions): Promise<RunningServer> {
  const { lingerMs = 0 } = listen
  const drain = drainable(server)
  readBeforeRefusing(server, refuseUnread)
  server.requestTimeout = 60_000
  server.headersTimeout = 15_000
  // Advertised to clients, which give up idle connections sooner: none sends on one afterwards.
  server.keepAliveTimeout = lingerMs || 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${listen.port} is already in use.`, { cause: error })
          : error,
      ),
    )
    server.listen(listen.port, listen.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${listen.host}:${port}`, stop: () => drain({ lingerMs, drainMs }) }
}
