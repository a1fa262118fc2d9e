import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { backoff, sleep } from '@portal/service-kit/sleep'
import type { Consumer } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'

/** What is consumed and by whom. */
interface ConsumerPlan {
  readonly client: KafkaClient
  readonly log: Logger
  /** The consumer group of the next start. */
  readonly group: () => string
  readonly topics: readonly string[]
  /** Listens and calls the consumer's `run`. */
  readonly run: (consumer: Consumer) => Promise<void>
  /** Ends what runs and stores positions, before the consumer leaves its group. Never rejects. */
  readonly leave: () => Promise<void>
  /** Partitions about whose events nothing is being done, with their next offset and position. */
  readonly idle: () => Promise<readonly { readonly key: string; high: number; position: number }[]>
  /** Watchdog interval; a position unchanged in two checks is stuck. */
  readonly watchEveryMs: number
}

const pauses = { firstMs: 200, maxMs: 5000 }
const leaveWithinMs = 8000
/** While Kafka is away every new consumer ends soon: an alarm first, then one a minute or so. */
const alarmEvery = 10
/** After this time without an end, the next one counts as a first failure again. */
const healthyMs = 60_000

/** Timing of every consumer, in milliseconds. */
const timing = {
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
export function keepConsuming(plan: ConsumerPlan): Subscription {
  const halting = new AbortController()
  const running = consumeUntilHalted(plan, halting.signal)
  return {
    stop: async () => {
      halting.abort()
      await running
    },
  }
}

async function consumeUntilHalted(plan: ConsumerPlan, halted: AbortSignal): Promise<void> {
  for (let failures = 0; !halted.aborted; ) {
    const begun = performance.now()
    const reason = await consumeUntilEnd(plan, halted)
    if (halted.aborted) return
    failures = performance.now() - begun > healthyMs ? 1 : failures + 1
    const level = failures % alarmEvery === 1 ? 'error' : 'debug'
    const fields = { err: reason, topics: plan.topics, failures }
    plan.log[level](fields, 'a Kafka consumer ended; another takes its place')
    await sleep(backoff(failures, pauses), halted)
  }
}

/** Resolves to why it ended. */
async function consumeUntilEnd(plan: ConsumerPlan, halted: AbortSignal): Promise<unknown> {
  const end = Promise.withResolvers<unknown>()
  const over = new AbortController()
  const signal = AbortSignal.any([halted, over.signal])
  signal.addEventListener('abort', () => end.resolve(null), { once: true })
  const retry = { restartOnFailure: async () => false }
  const own = { groupId: plan.group(), allowAutoTopicCreation: false, retry }
  const consumer = plan.client.consumer({ ...timing, ...own })
  consumer.on(consumer.events.CRASH, ({ payload }) => end.resolve(payload.error))
  const start = async () => {
    await consumer.connect()
    await consumer.subscribe({ topics: [...plan.topics], fromBeginning: true })
    await plan.run(consumer)
    await untilStuck(plan, signal)
    if (!signal.aborted) end.resolve(new Error('Events wait, and nothing is fetched.'))
  }
  start().catch(end.resolve)
  const reason = await end.promise
  over.abort()
  await plan.leave()
  // A broker that is held still would hold the goodbye too: then it ends on its own, later.
  const within = new AbortController()
  const goodbye = consumer
    .disconnect()
    .catch((error) => plan.log.debug({ err: error }, 'a consumer could not say goodbye to Kafka'))
    .finally(() => within.abort())
  await Promise.race([goodbye, sleep(leaveWithinMs, within.signal)])
  return reason
}

/** Resolves when events were forgotten, or at the end. */
async function untilStuck({ idle, watchEveryMs }: ConsumerPlan, signal: AbortSignal): Promise<void> {
  let before: ReadonlyMap<string, number> = new Map()
  for (;;) {
    await sleep(watchEveryMs, signal)
    if (signal.aborted) return
    // While Kafka does not answer, nothing can be said; a consumer that does not come back then
    // ends by itself or is found later.
    const waiting = (await idle().catch(() => [])).filter(({ high, position }) => high > position)
    if (waiting.some(({ key, position }) => before.get(key) === position)) return
    before = new Map(waiting.map(({ key, position }) => [key, position]))
  }
}
