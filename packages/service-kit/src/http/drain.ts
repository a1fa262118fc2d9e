import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { sleep } from '../sleep.ts'

/** How a server ends, in milliseconds. */
export interface Drain {
  /** Serves as ever, while each response asks for another connection. */
  readonly lingerMs: number
  /** Then takes no more requests, and lets running ones end. */
  readonly drainMs: number
}

const sweepMs = 50

/**
 * Makes a server that does not listen yet one that can end without cutting a request. What it
 * returns ends it: connections without a request are closed, what still runs after `drainMs` is
 * cut.
 */
export function drainable(server: Server): (how: Drain) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async ({ lingerMs, drainMs }) => {
    if (lingerMs > 0) {
      server.prependListener('request', (_incoming, outgoing) => {
        outgoing.shouldKeepAlive = false
      })
      await sleep(lingerMs)
    }
    // `close` itself drops idle connections.
    await untilRead()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const sweep = setInterval(() => void untilRead().then(() => closeIdle(server, sockets)), sweepMs)
    const force = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }
}

/**
 * Resolves once what has arrived is read: on a busy machine a connection that looks idle has a
 * request, which would be lost. Timers come before reading, so only the second turn is after it.
 */
async function untilRead(): Promise<void> {
  await turn()
  await turn()
}

/**
 * Node takes a connection on which nothing was sent yet for a busy one, and keeps one whose request
 * ended after `close`; clients' pools hold both for as long as they like.
 */
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
