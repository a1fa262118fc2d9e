import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), so that nobody is assigned one
 * of these between the search and its use.
 */
const range = { first: 20_000, count: 10_000 }

/** Concurrent processes start apart. */
let next = (process.pid * 101) % range.count

/**
 * A loopback port that nobody currently listens on. Until this process ends, no other that searches
 * for one finds it or touches it, so it may be used late. Throws if there is none.
 */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < range.count; tried += 1) {
    const port = range.first + next
    next = (next + 1) % range.count
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error('There is no free port.')
}

/** Distinct ports, each as from {@link findFreePort}. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}

/**
 * By the UDP port of the same number, which the system gives back however this process ends:
 * looking whether a TCP port is free would itself be in the way of the process that found it.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    return true
  } catch {
    socket.close()
    return false
  }
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
