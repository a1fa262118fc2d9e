import { Transform, type TransformCallback } from 'node:stream'
import { CodedError } from '@portal/service-kit/coded-error'
import { releaseBytes } from '@portal/service-kit/release-bytes'
import { BodyPace } from '../ingress/body-pace.ts'
import type { RequestLimits } from '../ingress/public-routes.ts'

const bufferedBytes = 64 * 1024
/** More than an upstream's connection and this body's buffer hold of full chunks. */
const rememberedBytes = 4 * bufferedBytes
/** Shorter waits cost more than they save. */
const shortMs = 20

/**
 * Passes a request body on chunk by chunk and fails when it grows too large or stops arriving. It
 * also keeps undici, which destroys the body it was given, from destroying the client's connection.
 */
export class BodyGate extends Transform {
  readonly #maxBytes: number
  readonly #pace: BodyPace
  readonly #onEnd: () => void
  readonly #passes: (bytes: number) => number
  /** What the upstream's connection may still be writing, then what waits to be read. */
  readonly #passed: Buffer[] = []
  #passedBytes = 0
  #bytes = 0
  #isHeld = false

  /** `passes` counts what arrived and says how long the next chunk waits, in milliseconds. */
  constructor(limits: RequestLimits, onEnd: () => void, passes: (bytes: number) => number = () => 0) {
    super({ highWaterMark: bufferedBytes })
    this.#maxBytes = limits.bodyMaxBytes
    this.#onEnd = onEnd
    this.#passes = passes
    this.#pace = new BodyPace(
      limits,
      (error) => this.destroy(error),
      () => this.#isHeld || this.readableLength >= bufferedBytes,
    )
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#pace.arrived(chunk.length)
    if (this.#bytes > this.#maxBytes) {
      done(tooLarge(this.#maxBytes))
      return
    }
    const pass = () => {
      this.#remember(chunk)
      done(null, chunk)
    }
    const waitMs = this.#passes(chunk.length)
    if (waitMs < shortMs) pass()
    else this.#hold(waitMs, pass)
  }

  /**
   * undici resumes a body once its connection has written all that was read of it. Left to garbage
   * collection, every 64 MB that pass cost one that stops all requests.
   */
  override resume(): this {
    for (let [first] = this.#passed; first; [first] = this.#passed) {
      if (this.#passedBytes - first.length < this.readableLength) break
      this.#forget(first)
      releaseBytes(first)
    }
    return super.resume()
  }

  #remember(chunk: Buffer): void {
    this.#passed.push(chunk)
    this.#passedBytes += chunk.length
    // Of small chunks a connection takes any number without a pause.
    for (let [first] = this.#passed; first && this.#passedBytes > rememberedBytes; [first] = this.#passed)
      this.#forget(first)
  }

  #forget(first: Buffer): void {
    this.#passed.shift()
    this.#passedBytes -= first.length
  }

  #hold(waitMs: number, pass: () => void): void {
    this.#isHeld = true
    setTimeout(() => {
      this.#isHeld = false
      if (!this.destroyed) pass()
    }, waitMs).unref()
  }

  override _flush(done: TransformCallback): void {
    this.#pace.stop()
    this.#onEnd()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#pace.stop()
    done(error)
  }
}

const megabyte = 1024 * 1024

/**
 * The refusal of a body above a route's limit. Only uploads have a limit above a megabyte, and
 * theirs is the specified message (product §5).
 */
export function tooLarge(maxBytes: number): CodedError {
  const megabytes = Math.floor(maxBytes / megabyte)
  const upload = `File size must be less than ${megabytes}MB`
  const other = `The request is larger than ${Math.floor(maxBytes / 1024)} KB.`
  return new CodedError('payload_too_large', megabytes > 1 ? upload : other)
}
