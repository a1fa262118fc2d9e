import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** In front of gateways: each request goes to the next one. */
export interface AlternatingProxy {
  /** Responses of the portal's that were its fault, by address and status. */
  readonly faults: readonly string[]
  readonly served: ReadonlyMap<number, number>
  /** Which gateways get requests from now on. */
  lead(ports: readonly [number, ...number[]]): void
  close(): void
}

export async function alternate(
  listen: number,
  first: readonly [number, ...number[]],
): Promise<AlternatingProxy> {
  let ports = first
  let turn = 0
  const faults: string[] = []
  const served = new Map<number, number>()
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    turn += 1
    const port = ports[turn % ports.length] ?? ports[0]
    const { method = '', url = '', headers } = incoming
    const note = (what: string) => faults.push(`${method} ${url} at ${port}: ${what}`)
    const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
      const status = response.statusCode ?? 0
      served.set(port, (served.get(port) ?? 0) + 1)
      if (status >= 500) note(String(status))
      outgoing.writeHead(status, response.rawHeaders)
      response.pipe(outgoing)
    })
    forwarded.on('error', (error) => {
      note(error.message)
      outgoing.destroy()
    })
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }
  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(listen, 'localhost', resolve))
  return {
    faults,
    served,
    lead: (next) => {
      ports = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
