import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free loopback port, reports it to the parent, and exits with the parent. */
export function listening(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send?.({ url: `http://127.0.0.1:${port}` })
  })
  process.on('disconnect', () => process.exit(0))
}
