import { CodedError } from '@portal/service-kit/coded-error'
import { releaseBytes } from '@portal/service-kit/release-bytes'
import { BodyPace, hasBody } from '../ingress/body-pace.ts'
import type { AcceptedRequest } from '../ingress/dispatch.ts'
import type { RequestLimits } from '../ingress/public-routes.ts'
import { tooLarge } from './body-gate.ts'
import { refuseBody } from './exchange.ts'

const bytesMax = 64 * 1024 * 1024

/**
 * Holds small request bodies until they are complete, so that a slow client occupies nothing at the
 * service. When their memory is used up, the body that has been arriving for the longest is
 * refused.
 */
export class HeldBodies {
  readonly #bytesMax: number
  /** How to refuse each body that is still arriving, the oldest first. */
  readonly #arriving = new Set<(error: CodedError) => void>()
  #bytes = 0

  constructor(max: number = bytesMax) {
    this.#bytesMax = max
  }

  /** Bytes held now; complete bodies count until their response is sent. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The whole body, or null when there is none. Rejects with a coded error when it is too large,
   * too slow or cut off.
   */
  async read(
    { incoming, outgoing }: Pick<AcceptedRequest, 'incoming' | 'outgoing'>,
    limits: RequestLimits,
  ): Promise<Buffer | null> {
    const refusal = refuseBody(incoming, limits)
    if (refusal) throw refusal
    if (!hasBody(incoming)) return null
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const chunks: Buffer[] = []
    let bytes = 0
    const release = () => {
      this.#bytes -= bytes
      bytes = 0
    }
    const settle = () => {
      pace.stop()
      this.#arriving.delete(refuse)
      incoming.off('data', take).off('end', complete).off('close', leave)
    }
    /** Left to garbage collection, every 64 MB would have it stop everybody's requests. */
    const giveBack = () => chunks.splice(0).forEach(releaseBytes)
    const refuse = (error: CodedError) => {
      settle()
      giveBack()
      release()
      reject(error)
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      this.#bytes += chunk.length
      pace.arrived(chunk.length)
      if (bytes > limits.bodyMaxBytes) refuse(tooLarge(limits.bodyMaxBytes))
      else this.#makeRoom()
    }
    const complete = () => {
      settle()
      outgoing.once('close', release)
      const body = Buffer.concat(chunks, bytes)
      giveBack()
      resolve(body)
    }
    const leave = () => refuse(new CodedError('invalid_request', 'The request was cancelled.'))
    const pace = new BodyPace(limits, refuse)
    this.#arriving.add(refuse)
    incoming.on('data', take).on('end', complete).on('close', leave)
    return promise
  }

  #makeRoom(): void {
    for (const refuse of this.#arriving) {
      if (this.#bytes <= this.#bytesMax) return
      refuse(new CodedError('not_ready', busy, { retryAfterSeconds: 1 }))
    }
  }
}

const busy = 'The portal is very busy right now. Please try again in a moment.'
