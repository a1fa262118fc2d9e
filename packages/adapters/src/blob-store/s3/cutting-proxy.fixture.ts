import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** The address of a store through a proxy on a free port. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string
}

/** A proxy that cuts every connection on which `words` are sent. */
export async function startCuttingProxy(storeUrl: string, words: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(storeUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const store = connect({ host: hostname, port: Number(port) })
    for (const socket of [client, store]) sockets.add(socket)
    client.on('data', (chunk) => {
      if (!chunk.includes(words)) return
      client.destroy()
      store.destroy()
    })
    // A connection that was cut is what this is for.
    for (const [from, to] of [
      [client, store],
      [store, client],
    ] as const)
      pipeline(from, to).catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(storeUrl), { host: `127.0.0.1:${own}` }).href,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
