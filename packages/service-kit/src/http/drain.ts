import type { Server } from 'node:http'
import { sleep } from '../sleep.ts'

/** How a server ends, in milliseconds. */
export interface Drain {
  /** Serves as ever, while each response asks for another connection. */
  readonly lingerMs: number
  /** Then takes no more requests, and lets running ones end. */
  readonly drainMs: number
}

/** Ends a server: what still runs after that is cut. */
export async function drain(server: Server, { lingerMs, drainMs }: Drain): Promise<void> {
  if (lingerMs > 0) {
    server.prependListener('request', (_incoming, outgoing) => {
      outgoing.shouldKeepAlive = false
    })
    await sleep(lingerMs)
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const force = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(force)
}
