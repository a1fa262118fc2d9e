import { CodedError } from '@portal/service-kit/coded-error'

/** A download of which nothing was taken for so long is over, whatever became of its connection. */
const idleMsMax = 120_000

/** How many of a kind of download run at once in this process, and what is said above that. */
export interface DownloadRules {
  readonly perPerson: number
  readonly perOrganization: number
  readonly inAll: number
  /** To a person who has reached their share, and to everyone while all places are taken. */
  readonly sentences: { readonly own: string; readonly others: string }
  readonly retryAfterSeconds: number
}

export interface Downloader {
  readonly personId: string
  readonly organizationId: number
}

interface Running extends Downloader {
  takenAt: number
}

/** A download's place among those that run. */
export interface DownloadSlot {
  leave(): void
  /** The content, whose end or failure frees the slot; `left` runs when its reader leaves. */
  until(content: AsyncGenerator<Uint8Array>, left?: () => Promise<void>): AsyncIterable<Uint8Array>
}

/** Downloads that take memory until they end; nobody, and no organization, takes all of it. */
export class DownloadSlots {
  readonly #rules: DownloadRules
  readonly #running = new Set<Running>()

  constructor(rules: DownloadRules) {
    this.#rules = rules
  }

  /** Throws 429 while too many run. */
  enter({ personId, organizationId }: Downloader): DownloadSlot {
    const since = performance.now() - idleMsMax
    for (const one of this.#running) if (one.takenAt < since) this.#running.delete(one)
    const { perPerson, perOrganization, inAll, sentences } = this.#rules
    const ofOrganization = [...this.#running].filter((one) => one.organizationId === organizationId)
    const own = ofOrganization.filter((one) => one.personId === personId)
    if (own.length >= perPerson) throw this.#tooMany(sentences.own)
    if (ofOrganization.length >= perOrganization || this.#running.size >= inAll)
      throw this.#tooMany(sentences.others)
    const running = { personId, organizationId, takenAt: performance.now() }
    this.#running.add(running)
    const leave = () => void this.#running.delete(running)
    return { leave, until: (content, left) => counted(content, { running, leave, left }) }
  }

  #tooMany(message: string): CodedError {
    const { retryAfterSeconds } = this.#rules
    return new CodedError('rate_limited', message, { retryAfterSeconds })
  }
}

interface Counted {
  readonly running: Running
  readonly leave: () => void
  readonly left: (() => Promise<void>) | undefined
}

/** No generator: one that was never begun would not notice that its reader left. */
function counted(
  content: AsyncGenerator<Uint8Array>,
  { running, leave, left }: Counted,
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
  const end = async () => {
    leave()
    // Both at once: content that waits for what `left` ends returns after it, and whatever fails.
    const [, ended] = await Promise.all([left?.(), content.return(undefined)])
    return ended
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => next().catch(failed), return: end }) }
}
