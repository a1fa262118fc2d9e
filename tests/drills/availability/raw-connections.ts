import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Loopback addresses, one per simulated client: 127.0.0.2 and up. */
export function clientAddress(index: number): string {
  return `127.0.0.${2 + (index % 250)}`
}

/** A connected socket from this address; what comes back is discarded. */
export async function openFrom(origin: string, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port), localAddress })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket.resume()
}

/** The head of a request that promises a body of this many bytes. */
export function requestHead(
  origin: string,
  path: string,
  { bytes, type, cookie = '' }: { readonly bytes: number; readonly type: string; readonly cookie?: string },
): string {
  const own = cookie === '' ? [] : [`cookie: ${cookie}`, `origin: ${origin}`]
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `content-type: ${type}`,
    `content-length: ${bytes}`,
    ...own,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A crowd of connections that is kept at its size: what the portal closes is opened anew. */
export class Crowd implements Disposable {
  readonly #open = new Set<Socket>()
  readonly #join: (index: number) => Promise<Socket>
  readonly #refill: NodeJS.Timeout
  #closed = 0
  #joining = 0
  #isOver = false

  private constructor(size: number, join: (index: number) => Promise<Socket>) {
    this.#join = join
    this.#refill = setInterval(() => {
      for (let missing = size - this.#open.size - this.#joining; missing > 0; missing -= 1)
        void this.#add(missing)
    }, 1000)
  }

  /** Resolves when each has been opened once. */
  static async of(size: number, join: (index: number) => Promise<Socket>): Promise<Crowd> {
    const crowd = new Crowd(size, join)
    for (let index = 0; index < size; index += 50)
      await Promise.all(Array.from({ length: Math.min(50, size - index) }, (_, at) => crowd.#add(index + at)))
    return crowd
  }

  /** How many are open, and how many the portal has closed. */
  get figures(): string {
    return `${this.#open.size} open, ${this.#closed} closed by the portal`
  }

  get size(): number {
    return this.#open.size
  }

  /** Writes to each that is open. */
  write(bytes: string): void {
    for (const socket of this.#open) socket.write(bytes)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearInterval(this.#refill)
    for (const socket of this.#open) socket.removeAllListeners('close').destroy()
    this.#open.clear()
  }

  async #add(index: number): Promise<void> {
    this.#joining += 1
    const socket = await this.#join(index).catch(() => null)
    this.#joining -= 1
    if (!socket) return
    if (this.#isOver) socket.destroy()
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#closed += 1
    })
  }
}
