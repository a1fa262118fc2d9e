import { Transform, type TransformCallback } from 'node:stream'
import { CodedError } from '@portal/service-kit/coded-error'

/** Limits of a request body, and what to call when it has ended. */
export interface BodyLimits {
  readonly maxBytes: number
  readonly idleMs: number
  readonly onEnd: () => void
}

/**
 * Passes a request body on chunk by chunk and fails when it grows too large or stops arriving. It
 * also keeps undici, which destroys the body it was given, from destroying the client's connection.
 */
export class BodyGate extends Transform {
  readonly #limits: BodyLimits
  readonly #idle: NodeJS.Timeout
  #bytes = 0

  constructor(limits: BodyLimits) {
    super({ highWaterMark: 64 * 1024 })
    this.#limits = limits
    this.#idle = setTimeout(() => {
      this.destroy(new CodedError('invalid_request', 'The request body stopped arriving.'))
    }, limits.idleMs)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#idle.refresh()
    if (this.#bytes > this.#limits.maxBytes) done(tooLarge(this.#limits.maxBytes))
    else done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#idle)
    this.#limits.onEnd()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#idle)
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
