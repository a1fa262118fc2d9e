import type { IncomingMessage } from 'node:http'
import { releaseBytes } from '@portal/service-kit/release-bytes'

const lingerMs = 5000
const tickMs = 10
/** At most 64 KB each: 13 MB/s. */
const readsPerTick = 2

/** Whose bodies they are, where that is known; otherwise each address's are its own. */
const senders = new WeakMap<IncomingMessage, string>()

/** Says whose body it is: however many one person has refused, together they have one turn. */
export function sentBy(person: string, body: IncomingMessage): void {
  senders.set(body, person)
}

/**
 * Reads the rest of refused bodies, so that the refusal arrives. Briefly, slowly, and for all of
 * them together: at full speed a crowd of refused uploads would be hundreds of megabytes at once.
 * Their senders take turns, so that a crowd keeps nobody else from learning why.
 */
export class RefusedBodies {
  /** Of each sender those that have arrived further than they have been read. */
  readonly #waiting = new Map<string, Set<IncomingMessage>>()
  #timer: NodeJS.Timeout | null = null

  /** Call before Node ends the response: it would read the whole rest at once. */
  take(body: IncomingMessage): void {
    if (body.complete || body.destroyed) return
    const { socket } = body
    const sender = senders.get(body) ?? socket.remoteAddress ?? ''
    body.unpipe()
    body.pause()
    // Chunk by chunk, each given back: to read all that waits would join it in another buffer.
    body.on('data', (chunk: Buffer) => {
      body.pause()
      releaseBytes(chunk)
      this.#waiting.set(sender, (this.#waiting.get(sender) ?? new Set()).add(body))
      this.#timer ??= setInterval(() => this.#readSome(), tickMs)
    })
    // Of one that nobody has begun to read, like an upload that waited, Node would read all itself.
    body.resume()
    const cut = setTimeout(() => body.destroy(), lingerMs)
    const leave = () => {
      clearTimeout(cut)
      this.#remove(sender, body)
    }
    body.on('close', leave).on('end', leave)
    // After a response that closes the connection Node would cut what it has not read, and with it
    // perhaps the response.
    socket.destroySoon = () => {
      socket.end()
      body.once('end', () => socket.destroy())
    }
  }

  #readSome(): void {
    let reads = 0
    for (const [sender, bodies] of this.#waiting) {
      if (reads === readsPerTick) return
      reads += 1
      // To the end of the queue.
      this.#waiting.delete(sender)
      this.#waiting.set(sender, bodies)
      const [body] = bodies
      if (!body) continue
      this.#remove(sender, body)
      body.resume()
    }
    if (this.#waiting.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #remove(sender: string, body: IncomingMessage): void {
    const bodies = this.#waiting.get(sender)
    if (bodies?.delete(body) && bodies.size === 0) this.#waiting.delete(sender)
  }
}
