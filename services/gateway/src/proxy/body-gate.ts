import { Transform, type TransformCallback } from 'node:stream'
import { CodedError } from '@portal/service-kit/coded-error'
import { BodyPace } from '../ingress/body-pace.ts'
import type { RequestLimits } from '../ingress/public-routes.ts'

const bufferedBytes = 64 * 1024
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
    const waitMs = this.#passes(chunk.length)
    if (waitMs < shortMs) done(null, chunk)
    else this.#hold(waitMs, () => done(null, chunk))
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
