import { CodedError } from '@portal/service-kit/coded-error'

const perPersonMax = 2
const inAllMax = 8
/** A download of which nothing was taken for so long is over, whatever became of its connection. */
const idleMsMax = 120_000

interface Running {
  readonly person: string
  takenAt: number
}

/** A download's place among those that run. */
export interface DownloadSlot {
  leave(): void
  /** The content, whose end or failure frees the slot. */
  until(content: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Downloads of packs that run at once in this process: each reads files until it ends. */
export class DownloadSlots {
  readonly #running = new Set<Running>()

  /** Throws 429 while too many run. */
  enter(person: string): DownloadSlot {
    const since = performance.now() - idleMsMax
    for (const one of this.#running) if (one.takenAt < since) this.#running.delete(one)
    const own = [...this.#running].filter((one) => one.person === person).length
    if (own >= perPersonMax)
      throw tooMany('You are downloading evidence packs already. Please wait until one of them has ended.')
    if (this.#running.size >= inAllMax)
      throw tooMany('Many evidence packs are being downloaded. Please try again in a minute.')
    const running = { person, takenAt: performance.now() }
    this.#running.add(running)
    const leave = () => void this.#running.delete(running)
    return { leave, until: (content) => counted(content, { running, leave }) }
  }
}

/** No generator: one that was never begun would not notice that its reader left. */
function counted(
  content: AsyncGenerator<Uint8Array>,
  { running, leave }: { readonly running: Running; readonly leave: () => void },
): AsyncIterable<Uint8Array> {
  const next = async () => {
    running.takenAt = performance.now()
    const piece = await content.next()
    if (piece.done) leave()
    return piece
  }
  const failed = (error: unknown): never => {
    leave()
    throw error
  }
  const end = () => {
    leave()
    return content.return(undefined)
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => next().catch(failed), return: end }) }
}

function tooMany(message: string): CodedError {
  return new CodedError('rate_limited', message, { retryAfterSeconds: 60 })
}
