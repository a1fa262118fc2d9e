import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the engine. */
export interface PassingRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** A response on its way back. */
export interface PassingAnswer {
  readonly status: number
  readonly body: string
}

/** Lets a request pass, with another body if given. */
export type Forward = (body?: string) => Promise<PassingAnswer>

/** What happens to a request: `alter` may hold it, change it, or answer itself. */
export type Alter = (request: PassingRequest, forward: Forward) => Promise<PassingAnswer>

/** The address of the engine through a proxy on a free port, and its end. */
export interface AlteringProxy {
  readonly url: string
  close(): Promise<void>
}

/** A proxy in front of the engine, for faults that a healthy one does not show. */
export async function startAlteringProxy(engineUrl: string, alter: Alter): Promise<AlteringProxy> {
  const target = new URL(engineUrl)
  const server = createServer((request, response) => {
    pass(request, response, { origin: `http://${target.host}`, alter }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(engineUrl), { host: `127.0.0.1:${port}` }).href,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, alter }: { readonly origin: string; readonly alter: Alter },
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request
  const body = (await request.toArray()).join('')
  const names = ['authorization', 'content-type', 'accept'] as const
  const headers = names.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []))
  const answer = await alter({ method, path, body }, async (other = body) => {
    const init = { method, headers: Object.fromEntries(headers) }
    const passed = await fetch(origin + path, other === '' ? init : { ...init, body: other })
    return { status: passed.status, body: await passed.text() }
  })
  const type = request.headers.accept?.split(',')[0] ?? 'application/json'
  response.writeHead(answer.status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' })
  response.end(answer.body)
}
