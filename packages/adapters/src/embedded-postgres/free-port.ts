import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to whoever asks for any (from 32768 on Linux, 49152 elsewhere): between the search and its use nobody gets
 * one of these by chance.
 */
const range = { first: 20_000, count: 10_000 }

/** Processes that search at the same time begin apart, and none is told a port twice. */
let next = (process.pid * 101) % range.count

/** A loopback port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < range.count; tried += 1) {
    const port = range.first + next
    next = (next + 1) % range.count
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

/** Different loopback ports that nobody listens on at this moment. */
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
