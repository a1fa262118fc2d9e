import type { IncomingHttpHeaders } from 'node:http'
import type { Forwarding } from './exchange.ts'

/** A request that this process serves itself, with the headers that a service would get. */
export type InProcessCall = Pick<Forwarding, 'incoming' | 'outgoing' | 'headers' | 'present' | 'body'>

/** A service in this process. */
export type InProcessService = (request: Request) => Response | Promise<Response>

/** Calls a service as {@link forward} does, without the network. Small responses, held whole. */
export async function callInProcess(service: InProcessService, call: InProcessCall): Promise<void> {
  const { incoming, outgoing, headers, present } = call
  const response = await service(
    new Request(`http://gateway${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: pairsOf(headers),
      ...(call.body ? { body: call.body } : {}),
    }),
  )
  const body = Buffer.from(await response.arrayBuffer())
  if (outgoing.destroyed) return
  const own: IncomingHttpHeaders = Object.fromEntries(response.headers)
  const length = response.status === 204 ? [] : ['content-length', String(body.length)]
  outgoing.writeHead(response.status, [...present(own), ...length])
  outgoing.end(body)
}

function pairsOf(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []))
}
