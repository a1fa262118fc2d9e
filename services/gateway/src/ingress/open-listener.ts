import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { drainable } from '@portal/service-kit/http/drain'
import { readBeforeRefusing, statusOfUnread } from '@portal/service-kit/http/late-requests'
import { hasBody } from './body-pace.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { RefusedBodies } from './refused-bodies.ts'

/** Where to listen, and what handles requests. */
export interface ListenerOptions {
  readonly host: string
  readonly port: number
  readonly connections: ConnectionLimits
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

/**
 * An open listener. `stop` serves on for `lingerMs`, asking for other connections, lets running
 * requests end for `drainMs`, then cuts them.
 */
export interface Listener {
  readonly port: number
  stop(drainMs: number, lingerMs?: number): Promise<void>
}

/**
 * Connections that may wait to be accepted, up to the kernel's own limit. One that does not fit is
 * dropped and retried after 1 s, then 3 s, so a crowd must not fill the queue.
 */
const backlog = 4096
/** The rest of a shorter body is read at once. */
const longBytes = 64 * 1024

/** Listens for browsers, with limits against slow and oversized requests. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const refused = new RefusedBodies()
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (hasBody(incoming)) outgoing.prependListener('finish', () => refused.take(incoming))
    if (isLong(incoming)) closeUnlessRead(incoming, outgoing)
    options.onRequest(incoming, outgoing)
  }
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 65_000,
      // Nobody is served while those that are late are found: often, then, and a few each time.
      connectionsCheckingInterval: 500,
    },
    receive,
  )
  server.timeout = 75_000
  const drain = drainable(server)
  limitConnections(server, options.connections)
  readBeforeRefusing(server, refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog }, resolve)
  })
  return { port: portOf(server), stop: (drainMs, lingerMs = 0) => drain({ lingerMs, drainMs }) }
}

function isLong({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > longBytes
}

/**
 * Of a refused body the rest is read slowly, then cut. A client that has sent all of it would send
 * its next request behind it, which would be cut without an answer.
 */
function closeUnlessRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { shouldKeepAlive } = outgoing
  outgoing.shouldKeepAlive = false
  incoming.once('end', () => {
    outgoing.shouldKeepAlive = shouldKeepAlive
  })
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({
    message: sentences[error.code ?? ''] ?? 'The request is malformed.',
    code: 'invalid_request',
    requestId: crypto.randomUUID(),
  })
  socket.end(
    `HTTP/1.1 ${statusOfUnread(error)}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
  )
}

const sentences: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request arrived too slowly. Please try again.',
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gateway is not listening.')
  return address.port
}
