import type { EventEnvelope } from '@portal/contracts/events'
import type { Logger } from '@portal/service-kit/logger'
import type { EventHandler } from '@portal/service-kit/ports/event-bus'
import { backoff, sleep } from '@portal/service-kit/sleep'

/** An event with its position in a topic of the embedded log or a Kafka partition. */
export interface PositionedEvent {
  readonly position: number
  readonly event: EventEnvelope
}

/** At most `lanesMax` handlers run at once, none once halted; `pause` sleeps between attempts. */
interface LanesOptions {
  readonly handle: EventHandler
  readonly lanesMax: number
  readonly isHalted: () => boolean
  readonly pause: (attempt: number, error: unknown) => Promise<void>
}

interface Lane {
  readonly key: string
  readonly events: PositionedEvent[]
  attempts: number
}

/** Beyond these a reader stops fetching: events held by a broken handler must fit in memory. */
const heldKeysMax = 16
const openMax = 2000

/** Handles events in order per key, keys concurrently; a rejecting key is retried beside them. */
export class KeyLanes {
  readonly #options: LanesOptions
  readonly #lanes = new Map<string, Lane>()
  readonly #ready: Lane[] = []
  /** In order of arrival, which is the order of positions. */
  readonly #open = new Set<PositionedEvent>()
  #end: number
  #running = 0
  #held = 0
  #waiters: (() => void)[] = []

  /** `next` is the position of the first event expected. */
  constructor(next: number, options: LanesOptions) {
    this.#end = next
    this.#options = options
  }

  /** The position to resume from: everything before it is handled. */
  get next(): number {
    for (const { position } of this.#open) return position
    return this.#end
  }

  /** Whether too much is held back to take more. */
  get isFull(): boolean {
    return this.#held >= heldKeysMax || this.#open.size >= openMax
  }

  /** Whether nothing is left to be handled. */
  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** Accepts the next events; `end` is the position after them. */
  push(batch: readonly PositionedEvent[], end: number): void {
    for (const placed of batch) {
      this.#open.add(placed)
      this.#laneOf(placed).events.push(placed)
    }
    this.#end = end
    this.#dispatch()
  }

  /** Resolves when only keys awaiting a retry are left, or, once halted, no handler runs. */
  async settled(): Promise<void> {
    while (this.#running > 0 || (this.#ready.length > 0 && !this.#options.isHalted())) {
      await new Promise<void>((resolve) => void this.#waiters.push(resolve))
    }
  }

  #laneOf({ event }: PositionedEvent): Lane {
    const known = this.#lanes.get(event.partitionkey)
    if (known) return known
    const lane = { key: event.partitionkey, events: [], attempts: 0 }
    this.#lanes.set(lane.key, lane)
    this.#ready.push(lane)
    return lane
  }

  #dispatch(): void {
    while (this.#running < this.#options.lanesMax && !this.#options.isHalted()) {
      const lane = this.#ready.shift()
      if (!lane) return
      this.#running += 1
      void this.#run(lane)
    }
  }

  /** One event per turn: the position advances steadily, so a crash redelivers little. */
  async #run(lane: Lane): Promise<void> {
    const [placed] = lane.events
    const rejection = placed ? await this.#rejectionOf(placed) : null
    this.#running -= 1
    if (rejection) void this.#retryLater(lane, rejection.reason)
    else this.#handled(lane)
    this.#dispatch()
    this.#wake()
  }

  async #rejectionOf({ event }: PositionedEvent): Promise<{ reason: unknown } | null> {
    try {
      await this.#options.handle(event)
      return null
    } catch (reason) {
      return { reason }
    }
  }

  #handled(lane: Lane): void {
    const placed = lane.events.shift()
    if (placed) this.#open.delete(placed)
    lane.attempts = 0
    if (lane.events.length > 0) this.#ready.push(lane)
    else this.#lanes.delete(lane.key)
  }

  async #retryLater(lane: Lane, reason: unknown): Promise<void> {
    lane.attempts += 1
    this.#held += 1
    await this.#options.pause(lane.attempts, reason)
    this.#held -= 1
    this.#ready.push(lane)
    this.#dispatch()
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake()
  }
}

const pauses = { firstMs: 100, maxMs: 5000 }

/** Pauses a consumer after a failed attempt; `fields` name it in the log. */
export function handlerPause(log: Logger, fields: object, halted: AbortSignal): LanesOptions['pause'] {
  return async (attempt, error) => {
    const level = attempt === 1 ? 'warn' : 'debug'
    log[level]({ err: error, ...fields, attempt }, 'events wait for their consumer')
    await sleep(backoff(attempt, pauses), halted)
  }
}
