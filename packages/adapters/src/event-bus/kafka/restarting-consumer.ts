import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { backoff, sleep } from '@portal/service-kit/sleep'
import type { Consumer } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'

/** What is consumed and by whom. */
export interface ConsumerPlan {
  readonly client: KafkaClient
  readonly log: Logger
  /** The consumer group of the next start. */
  readonly group: () => string
  readonly topics: readonly string[]
  /** Listens and calls the consumer's `run`. */
  readonly run: (consumer: Consumer) => Promise<void>
  /** Ends what runs and stores positions, before the consumer leaves its group. Never rejects. */
  readonly leave: () => Promise<void>
  /**
   * Where events wait although nothing is being done about them: position by topic and partition.
   */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>
  /** Watchdog interval (30 s); a position unchanged in two checks is stuck. */
  readonly watchEveryMs?: number
}

const pauses = { firstMs: 200, maxMs: 5000 }
const leaveWithinMs = 8000
/** While Kafka is away every new consumer ends soon: an alarm first, then one a minute or so. */
const alarmEvery = 10
/** After this time without an end, the next one counts as a first failure again. */
const healthyMs = 60_000

/** Timing of every consumer, in milliseconds. */
export const timing = {
  sessionTimeout: 10_000,
  rebalanceTimeout: 30_000,
  heartbeatInterval: 1000,
  // Bounds how long a stop or a rebalance waits for the running fetch.
  maxWaitTimeInMs: 500,
  metadataMaxAge: 60_000,
}

/**
 * Keeps a KafkaJS consumer alive. Known of that client: it may crash without restarting itself,
 * restart only half, or stop fetching without a word. So it never restarts itself; every end, and
 * every partition that waits without being fetched, is an alarm in the log and a new consumer in
 * its place, after a growing pause.
 */
export class RestartingConsumer implements Subscription {
  readonly #plan: ConsumerPlan
  readonly #halted = new AbortController()
  readonly #running: Promise<void>

  constructor(plan: ConsumerPlan) {
    this.#plan = plan
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#halted.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#halted
    for (let failures = 0; !signal.aborted; ) {
      const begun = performance.now()
      const reason = await this.#consumeUntilEnd()
      if (signal.aborted) return
      failures = performance.now() - begun > healthyMs ? 1 : failures + 1
      const level = failures % alarmEvery === 1 ? 'error' : 'debug'
      const fields = { err: reason, topics: this.#plan.topics, failures }
      this.#plan.log[level](fields, 'a Kafka consumer ended; another takes its place')
      await sleep(backoff(failures, pauses), signal)
    }
  }

  /** Resolves to why it ended. */
  async #consumeUntilEnd(): Promise<unknown> {
    const { client, topics, run, leave, group } = this.#plan
    const end = Promise.withResolvers<unknown>()
    const over = new AbortController()
    const signal = AbortSignal.any([this.#halted.signal, over.signal])
    this.#halted.signal.addEventListener('abort', () => end.resolve(null), {
      once: true,
      signal: over.signal,
    })
    const retry = { restartOnFailure: async () => false }
    const consumer = client.consumer({ ...timing, groupId: group(), allowAutoTopicCreation: false, retry })
    consumer.on(consumer.events.CRASH, ({ payload }) => end.resolve(payload.error))
    const start = async () => {
      await consumer.connect()
      await consumer.subscribe({ topics: [...topics], fromBeginning: true })
      await run(consumer)
      await this.#watch(signal)
      if (!signal.aborted) end.resolve(new Error('Events wait, and nothing is fetched.'))
    }
    start().catch(end.resolve)
    const reason = await end.promise
    over.abort()
    await leave()
    await this.#disconnect(consumer)
    return reason
  }

  /** Resolves when events were forgotten, or at the end. */
  async #watch(signal: AbortSignal): Promise<void> {
    let before: ReadonlyMap<string, number> = new Map()
    while (!signal.aborted) {
      await sleep(this.#plan.watchEveryMs ?? 30_000, signal)
      // While Kafka does not answer, nothing can be said; a consumer that does not come back then
      // ends by itself or is found later.
      const now = signal.aborted
        ? new Map<string, number>()
        : await this.#plan.waiting().catch(() => new Map())
      for (const [place, position] of now) if (before.get(place) === position) return
      before = now
    }
  }

  /** A broker that is held still would hold the goodbye too: then it ends on its own, later. */
  async #disconnect(consumer: Consumer): Promise<void> {
    const within = new AbortController()
    const goodbye = consumer
      .disconnect()
      .catch((error) => this.#plan.log.debug({ err: error }, 'a consumer could not say goodbye to Kafka'))
      .finally(() => within.abort())
    await Promise.race([goodbye, sleep(leaveWithinMs, within.signal)])
  }
}
