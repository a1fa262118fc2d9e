import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '@portal/service-kit/http/address-key'
import { hasBody } from './body-pace.ts'

/** How many connections may be open at once; `perAddress` is null behind a reverse proxy. */
export interface ConnectionLimits {
  readonly inAll: number
  readonly perAddress: number | null
}

/**
 * Keeps a listener within its limits of connections. Above them the one is closed that has been
 * idle for the longest, or sending a request's body: slow clients never keep anyone out.
 */
export function limitConnections(server: Server, { inAll, perAddress }: ConnectionLimits): void {
  const all = new Connections(inAll)
  const byAddress = new Map<string, Connections>()
  const ofAddress = (key: string, max: number) => {
    const known = byAddress.get(key) ?? new Connections(max)
    byAddress.set(key, known)
    return known
  }
  const groups = new WeakMap<Socket, readonly Connections[]>()
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? 'unknown')
    const own = perAddress === null ? [all] : [ofAddress(key, perAddress), all]
    groups.set(socket, own)
    for (const group of own) group.add(socket)
    socket.once('close', () => {
      for (const group of own) group.remove(socket)
      if (byAddress.get(key)?.size === 0) byAddress.delete(key)
    })
  })
  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming
    const own = groups.get(socket) ?? []
    const setBusy = () => {
      // Refused before its body had arrived: the rest is only thrown away.
      if (outgoing.closed) return
      for (const group of own) group.setBusy(socket)
    }
    if (hasBody(incoming)) incoming.once('end', setBusy)
    else setBusy()
    outgoing.once('close', () => {
      for (const group of own) group.setIdle(socket)
    })
  })
}

class Connections {
  readonly #max: number
  readonly #open = new Set<Socket>()
  /** Those without a complete request, the longest idle first. */
  readonly #idle = new Set<Socket>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#open.size
  }

  add(socket: Socket): void {
    this.#open.add(socket)
    this.#idle.add(socket)
    if (this.#open.size <= this.#max) return
    const [longest = socket] = this.#idle
    this.remove(longest)
    longest.destroy()
  }

  remove(socket: Socket): void {
    this.#open.delete(socket)
    this.#idle.delete(socket)
  }

  setBusy(socket: Socket): void {
    this.#idle.delete(socket)
  }

  setIdle(socket: Socket): void {
    if (this.#open.has(socket)) this.#idle.add(socket)
  }
}
