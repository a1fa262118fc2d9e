import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), so that nobody is assigned one
 * of these between the search and its use.
 */
const range = { first: 20_000, count: 10_000 }

/** Concurrent processes start apart, and none gets a port twice. */
let next = (process.pid * 101) % range.count

/** A loopback port that nobody currently listens on. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < range.count; tried += 1) {
    const port = range.first + next
    next = (next + 1) % range.count
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

/** Distinct loopback ports that nobody currently listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
