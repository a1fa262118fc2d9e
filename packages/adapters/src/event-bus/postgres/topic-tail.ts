import type { EventEnvelope } from '@portal/contracts/events'
import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { Alarm, backoff } from '@portal/service-kit/sleep'
import type { EventLog } from './event-log.ts'
import type { LogSession } from './log-session.ts'

/** Options of a topic's tail, which starts after position `from`. */
export interface TailOptions {
  readonly log: EventLog
  readonly session: LogSession
  readonly logger: Logger
  readonly topic: string
  readonly from: number
  readonly handle: (event: EventEnvelope) => void
}

const batchMax = 256
const pollMs = 1000
const pauses = { firstMs: 100, maxMs: 5000 }

/** Delivers every new event of a topic; reconnecting loses none, restarting does. */
export class TopicTail implements Subscription {
  readonly #options: TailOptions
  readonly #grown = new Alarm()
  readonly #running: Promise<void>
  #isStopped = false

  constructor(options: TailOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#grown.ring()
    await this.#running
  }

  async #run(): Promise<void> {
    const { session, topic } = this.#options
    const unwatch = session.watch(topic, () => this.#grown.ring())
    let failures = 0
    for (let after = this.#options.from; !this.#isStopped; ) {
      try {
        await session.connect()
        after = await this.#step(after)
        failures = 0
      } catch (error) {
        failures += 1
        this.#options.logger.debug({ err: error, topic }, 'the tail of a topic waits for the event log')
        await this.#grown.sleep(backoff(failures, pauses))
      }
    }
    unwatch()
  }

  async #step(after: number): Promise<number> {
    const { log, topic } = this.#options
    const batch = await log.read(topic, after, batchMax)
    for (const { event } of batch) this.#hand(event)
    if (batch.length === 0) await this.#grown.sleep(pollMs)
    return batch.at(-1)?.position ?? after
  }

  #hand(event: EventEnvelope): void {
    try {
      this.#options.handle(event)
    } catch (error) {
      this.#options.logger.error({ err: error, eventId: event.id }, 'a listener of the tail failed')
    }
  }
}
