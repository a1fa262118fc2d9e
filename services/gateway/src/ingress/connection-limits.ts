import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '@portal/service-kit/http/address-key'

/** How many connections may be open at once; `perAddress` is null behind a reverse proxy. */
export interface ConnectionLimits {
  readonly inAll: number
  readonly perAddress: number | null
}

/**
 * Limits the connections of a listener. Above the limit it closes the one that has been idle, or
 * sending a body, for the longest: slow clients never keep anyone out.
 */
export function limitConnections(server: Server, { inAll, perAddress }: ConnectionLimits): void {
  const all = new Connections(inAll)
  const byAddress = new Map<string, Connections>()
  const ofAddress = (key: string, max: number) => {
    const known = byAddress.get(key) ?? new Connections(max)
    byAddress.set(key, known)
    return known
  }
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? 'unknown')
    const groups = perAddress === null ? [all] : [ofAddress(key, perAddress), all]
    const connection = new Connection(socket, groups)
    connections.set(socket, connection)
    for (const group of groups) group.add(connection)
    socket.once('close', () => {
      for (const group of groups) group.remove(connection)
      if (byAddress.get(key)?.size === 0) byAddress.delete(key)
    })
  })
  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    connections.get(incoming.socket)?.begin(incoming, outgoing)
  })
}

class Connection {
  readonly socket: Socket
  readonly #groups: readonly Connections[]
  #incoming: IncomingMessage | null = null
  #outgoing: ServerResponse | null = null

  constructor(socket: Socket, groups: readonly Connections[]) {
    this.socket = socket
    this.#groups = groups
  }

  begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#incoming = incoming
    this.#outgoing = outgoing
    for (const group of this.#groups) group.moveToEnd(this)
  }

  /** Whether its latest request has arrived whole and still waits for its response. */
  get isBusy(): boolean {
    return this.#incoming?.complete === true && this.#outgoing?.closed === false
  }
}

class Connections {
  readonly #max: number
  /** By latest request, so that requests themselves need not be watched. */
  readonly #open = new Set<Connection>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#open.size
  }

  add(connection: Connection): void {
    this.#open.add(connection)
    if (this.#open.size <= this.#max) return
    const longest = this.#longestIdle() ?? connection
    this.remove(longest)
    longest.socket.destroy()
  }

  remove(connection: Connection): void {
    this.#open.delete(connection)
  }

  moveToEnd(connection: Connection): void {
    if (this.#open.delete(connection)) this.#open.add(connection)
  }

  /**
   * Moves busy ones that it passes to the end, so that each is looked at once. Ends at a new one.
   */
  #longestIdle(): Connection | undefined {
    for (const connection of this.#open) {
      if (!connection.isBusy) return connection
      this.moveToEnd(connection)
    }
    return undefined
  }
}
