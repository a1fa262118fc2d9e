import { once } from 'node:events'
import { connect, createServer, type ListenOptions, type NetConnectOpts, type Server } from 'node:net'

/** Passes connections on: a socket in the file system is the same in every network. */
export async function forward(from: ListenOptions, to: NetConnectOpts): Promise<Server> {
  const server = createServer((outer) => {
    const inner = connect(to)
    outer.pipe(inner).pipe(outer)
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  server.listen(from)
  await once(server, 'listening')
  return server
}
