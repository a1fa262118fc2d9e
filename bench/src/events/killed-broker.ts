import { provisionKafkaTopics } from '@portal/adapters/event-bus/kafka/provision-kafka-topics'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Supervisor } from '@portal/deploy/engines/supervise/start-supervisor'
import { callSupervisor } from '@portal/deploy/engines/supervise/supervisor-client'
import type { Database } from '@portal/service-kit/database/open-database'
import { startConsumers } from '@portal/service-kit/inbox/start-consumers'
import type { Logger } from '@portal/service-kit/logger'
import { emitter } from '@portal/service-kit/outbox/emit'
import { startRelay } from '@portal/service-kit/outbox/relay'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { backoff, sleep } from '@portal/service-kit/sleep'
import { deadLetters } from '@portal/service-kit/tables'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { alteredBus } from '@portal/testkit/altered-bus'
import { sentenceConsumer, sentences, wordEvents } from '@portal/testkit/spoken-words'

/** The producer's and the consumer's database, and a bus for each, as in two processes. */
export interface KilledBrokerParts {
  readonly supervisor: Supervisor
  readonly producer: Database
  readonly consumer: Database
  readonly openBus: () => Promise<EventBus>
  readonly log: Logger
}

/** Handled events, and the number of deliveries. */
interface Arrivals {
  readonly ids: Set<string>
  count: number
}

const topic = 'words'
const wordsOfEach = 100
const endWithinMs = 300_000

/**
 * Ten thousand events between two services over a Kafka that is killed (-9) five times. The
 * projection depends on number and order of effects. Resolves to a Markdown section; throws if an
 * effect is missing, duplicated or out of order.
 */
export async function killedBroker(
  parts: KilledBrokerParts,
  { events, kills }: { readonly events: number; readonly kills: number },
): Promise<string> {
  const { supervisor, producer, consumer, openBus, log } = parts
  await provisionKafkaTopics(supervisor.access.urls.kafka ?? '', {
    log,
    plan: { topics: [topic], partitions: 6, retentionMs: 86_400_000 },
  })
  const [sending, receiving] = await Promise.all([openBus(), openBus()])
  const arrivals: Arrivals = { ids: new Set(), count: 0 }
  let published = 0
  const relay = startRelay({
    database: producer,
    bus: counted(sending, (count) => (published += count)),
    service: topic,
    log,
  })
  const consumers = startConsumers({
    service: 'listener',
    consumers: [sentenceConsumer(topic)],
    database: consumer,
    bus: noted(receiving, arrivals),
    log,
  })
  const begun = performance.now()
  const subjects = Array.from({ length: events / wordsOfEach }, () => uuidV7())
  const outages: number[] = []
  for (let part = 0; part < kills; part += 1) {
    const speaking = speak(producer, subjects, { part, kills })
    const already = (events / kills) * part
    await until(() => arrivals.ids.size >= already + events / kills / 8)
    outages.push(await kill(supervisor, arrivals))
    await speaking
  }
  await until(() => arrivals.ids.size >= events)
  await until(async () => (await receiving.lag('listener', [topic]))[0]?.behind === 0)
  const seconds = (performance.now() - begun) / 1000
  const letters = await consumer.platformTx((db) => db.$count(deadLetters))
  await consumers.stop()
  await relay.stop()
  await Promise.all([sending.close(), receiving.close()])
  const outcome = judge(subjects, await sentences(consumer, 1))
  return section({
    ...outcome,
    events,
    outages,
    published,
    seconds,
    letters,
    total: arrivals.count,
    delivered: arrivals.ids.size,
  })
}

/** Adds words to each subject in order, eight subjects in parallel, one transaction each. */
async function speak(
  database: Database,
  subjects: readonly string[],
  { part, kills }: { readonly part: number; readonly kills: number },
): Promise<void> {
  const waiting = [...subjects]
  const words = Array.from({ length: wordsOfEach / kills }, (_, n) => `w${(part * wordsOfEach) / kills + n}`)
  const lane = async () => {
    for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
      for (const word of words) await say(database, subject, word)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

function say(database: Database, subject: string, word: string): Promise<void> {
  return database.tenantTx(1, (db) =>
    emitter(db, { source: topic, organizationId: 1, wrote: [] })(wordEvents(topic).said, {
      subject,
      data: { word },
    }),
  )
}

/** Kills the broker; resolves to the seconds until events arrive again. */
async function kill({ access }: Supervisor, arrivals: Arrivals): Promise<number> {
  const killed = performance.now()
  await callSupervisor(access, '/kafka/kill')
  await callSupervisor(access, '/kafka/start')
  const arrived = arrivals.count
  await until(() => arrivals.count > arrived)
  return (performance.now() - killed) / 1000
}

function counted(bus: EventBus, add: (count: number) => void): EventBus {
  return alteredBus(bus, {
    publish: async (to, events) => {
      await bus.publish(to, events)
      add(events.length)
    },
  })
}

function noted(bus: EventBus, arrivals: Arrivals): EventBus {
  const note = ({ id }: EventEnvelope) => {
    arrivals.ids.add(id)
    arrivals.count += 1
  }
  return alteredBus(bus, {
    subscribe: ({ handle, ...where }) =>
      bus.subscribe({
        ...where,
        handle: async (event) => {
          await handle(event)
          note(event)
        },
      }),
  })
}

interface Outcome {
  readonly effects: number
  readonly wrong: number
}

function judge(subjects: readonly string[], heard: Readonly<Record<string, string>>): Outcome {
  const expected = Array.from({ length: wordsOfEach }, (_, n) => `w${n}`).join(' ')
  const effects = subjects.reduce((sum, subject) => sum + (heard[subject]?.split(' ').length ?? 0), 0)
  const wrong = subjects.filter((subject) => heard[subject] !== expected).length
  return { effects, wrong }
}

function section(
  run: Outcome & { outages: readonly number[] } & Record<
      'events' | 'published' | 'total' | 'seconds' | 'letters' | 'delivered',
      number
    >,
): string {
  if (run.wrong > 0 || run.letters > 0 || run.effects !== run.events || run.delivered !== run.events) {
    throw new Error(`Events were lost, doubled or out of order: ${JSON.stringify(run)}`)
  }
  const rows = [
    ['events committed with their change', run.events],
    ['acknowledged by Kafka to the relay', run.published],
    ['deliveries to the consumer', run.total],
    ['effects', run.effects],
    ['lost', run.events - run.delivered],
    ['effects too many', run.effects - run.events],
    [`keys out of order, of ${run.events / wordsOfEach}`, run.wrong],
    ['dead letters', run.letters],
    ['times killed (-9)', run.outages.length],
    [
      'seconds from each kill to the first event after the restart',
      run.outages.map((seconds) => seconds.toFixed(1)).join(', '),
    ],
    ['seconds in all', run.seconds.toFixed(0)],
  ]
  return [
    `## ${run.events} events through Kafka, the broker killed ${run.outages.length} times`,
    '',
    '| what | |',
    '|---|---|',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
    '',
    'Delivery is at least once; every effect came once and in the order of its key.',
  ].join('\n')
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const ask = async () => isTrue()
  const deadline = performance.now() + endWithinMs
  for (let attempt = 1; ; attempt += 1) {
    // Lag is unavailable while Kafka is down.
    if (await ask().catch(() => false)) return
    if (performance.now() > deadline) throw new Error('The events did not arrive in time.')
    await sleep(backoff(attempt, { firstMs: 10, maxMs: 100 }))
  }
}
