import type { IncomingMessage } from 'node:http'
import { releaseBytes } from '@portal/service-kit/release-bytes'

const lingerMs = 5000
const tickMs = 10
/** At most 64 KB each: 13 MB/s. */
const readsPerTick = 2

/**
 * Reads the rest of refused bodies, so that the refusal arrives. Briefly, slowly, and for all of
 * them together: at full speed a crowd of refused uploads would be hundreds of megabytes at once.
 */
export class RefusedBodies {
  readonly #bodies = new Set<IncomingMessage>()
  #timer: NodeJS.Timeout | null = null

  /** Call before Node ends the response: it would read the whole rest at once. */
  take(body: IncomingMessage): void {
    if (body.complete || body.destroyed) return
    body.unpipe()
    body.pause()
    // Chunk by chunk, each given back: to read all that waits would join it in another buffer.
    body.on('data', (chunk: Buffer) => {
      body.pause()
      releaseBytes(chunk)
    })
    // Of one that nobody has begun to read, like an upload that waited, Node would read all itself.
    body.resume()
    const cut = setTimeout(() => body.destroy(), lingerMs)
    const leave = () => {
      clearTimeout(cut)
      this.#bodies.delete(body)
    }
    body.on('close', leave).on('end', leave)
    this.#bodies.add(body)
    this.#timer ??= setInterval(() => this.#readSome(), tickMs)
  }

  #readSome(): void {
    let reads = 0
    for (const body of this.#bodies) {
      if (reads === readsPerTick) return
      reads += 1
      // To the end of the queue.
      this.#bodies.delete(body)
      this.#bodies.add(body)
      body.resume()
    }
    if (this.#bodies.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
