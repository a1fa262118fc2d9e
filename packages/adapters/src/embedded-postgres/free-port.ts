import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A loopback port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1)
  if (port === undefined) throw new Error('There is no free port.')
  return port
}

/** Different loopback ports that nobody listens on at this moment: all are held until the last one is found. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map(portOf)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a numbered port.')
  return address.port
}
