import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { sleep } from '@portal/service-kit/sleep'
import type { Consumer, EachBatchPayload } from 'kafkajs'
import { handlerPause, KeyLanes, type PositionedEvent } from '../key-lanes.ts'
import type { Consumption } from '../subscriptions.ts'
import { toEvent } from './event-message.ts'
import { groupPositions, partitionKey } from './kafka-admin.ts'
import type { KafkaClient } from './kafka-client.ts'
import { isOutOfGroup } from './kafka-failure.ts'
import { keepConsuming } from './restarting-consumer.ts'

interface KafkaMemberOptions extends Consumption {
  readonly client: KafkaClient
  readonly log: Logger
  readonly watchEveryMs: number
}

/** An assigned partition: open events, stored position, and how to store it. */
interface Partition {
  readonly topic: string
  readonly partition: number
  readonly lanes: KeyLanes
  stored: number
  commit: EachBatchPayload['commitOffsetsIfNecessary']
  resume: (() => void) | null
}

/** The assignment between two joins; rejoining drops it and resumes at the stored positions. */
interface Assignment {
  readonly partitions: Map<string, Partition>
  readonly keys: ReadonlySet<string>
  isOver: boolean
}

const lanesMax = 2
const partitionsAtOnce = 4
const beatMs = 1000
const storeEveryMs = 1000
/** A rejected batch is refetched at once until the member has rejoined. */
const refusedRestMs = 100

/**
 * One member of a consumer group. A batch's position is stored once only keys with rejecting
 * handlers are left; they are retried beside later batches, and the stored position stays before
 * them.
 */
export class KafkaGroupMember implements Subscription {
  readonly #options: KafkaMemberOptions
  readonly #halted = new AbortController()
  readonly #consumer: Subscription
  readonly #storing: NodeJS.Timeout
  /** Handlers of the previous assignment: their events must not be handled concurrently. */
  #lastHandlers: Promise<unknown> = Promise.resolve()
  #assignment: Assignment = { partitions: new Map(), keys: new Set(), isOver: true }

  constructor(options: KafkaMemberOptions) {
    this.#options = options
    this.#consumer = keepConsuming({
      ...options,
      group: () => options.group,
      run: (consumer) => this.#run(consumer),
      leave: () => this.#leave(),
      idle: () => this.#idle(),
    })
    this.#storing = setInterval(() => void this.#storeProgress(), storeEveryMs)
  }

  async stop(): Promise<void> {
    this.#halted.abort()
    await this.#consumer.stop()
    clearInterval(this.#storing)
  }

  async #run(consumer: Consumer): Promise<void> {
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.#joined(payload.memberAssignment))
    consumer.on(consumer.events.REBALANCING, () => this.#loseAssignment())
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitionsAtOnce,
      eachBatch: (payload) => this.#take(payload),
    })
  }

  #joined(assigned: Record<string, number[]>): void {
    this.#loseAssignment()
    const before = [...this.#assignment.partitions.values()]
    for (const { resume } of before) resume?.()
    this.#lastHandlers = Promise.all(before.map(({ lanes }) => lanes.settled()))
    const keys = Object.entries(assigned).flatMap(([topic, partitions]) =>
      partitions.map((partition) => partitionKey(topic, partition)),
    )
    this.#assignment = { partitions: new Map(), keys: new Set(keys), isOver: false }
  }

  #loseAssignment(): void {
    this.#assignment.isOver = true
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset } = payload
    const assignment = this.#assignment
    await this.#beatUntil(this.#lastHandlers, payload)
    if (assignment.isOver) return sleep(refusedRestMs, this.#halted.signal)
    const partition = this.#partitionOf(assignment, payload)
    const { lanes } = partition
    lanes.push(this.#read(payload), Number(batch.lastOffset()) + 1)
    try {
      await this.#beatUntil(lanes.settled(), payload)
    } catch (error) {
      this.#loseAssignment()
      await lanes.settled()
      await this.#store(partition)
      throw error
    }
    if (this.#halted.signal.aborted) return
    resolveOffset(batch.lastOffset())
    await this.#store(partition)
    if (lanes.isFull) partition.resume ??= payload.pause()
  }

  #partitionOf(assignment: Assignment, payload: EachBatchPayload): Partition {
    const { topic, partition, messages } = payload.batch
    const key = partitionKey(topic, partition)
    const first = Number(messages[0]?.offset ?? 0)
    const known = assignment.partitions.get(key)
    const commit = payload.commitOffsetsIfNecessary
    if (known) return Object.assign(known, { commit })
    const { handle, log, group, topics } = this.#options
    const { signal } = this.#halted
    const isHalted = () => assignment.isOver || signal.aborted
    const pause = handlerPause(log, { group, topics }, signal)
    const lanes = new KeyLanes(first, { handle, lanesMax, isHalted, pause })
    const fresh = { topic, partition, lanes, stored: first, commit, resume: null }
    assignment.partitions.set(key, fresh)
    return fresh
  }

  #read({ batch }: EachBatchPayload): PositionedEvent[] {
    return batch.messages.flatMap((message) => {
      const event = toEvent(message)
      if (event) return [{ position: Number(message.offset), event }]
      const { topic, partition } = batch
      this.#options.log.error(
        { topic, partition, offset: message.offset },
        'a record is no event; it is left out',
      )
      return []
    })
  }

  /** Heartbeats while handlers run; rejects when membership is lost. */
  async #beatUntil(settled: Promise<unknown>, payload: EachBatchPayload): Promise<void> {
    const done = new AbortController()
    const settling = settled.then(() => done.abort())
    while (!done.signal.aborted) {
      await Promise.race([settling, sleep(beatMs, done.signal)])
      if (done.signal.aborted) return
      await payload.heartbeat().catch((error) => {
        if (isOutOfGroup(error)) throw error
      })
    }
  }

  async #storeProgress(): Promise<void> {
    const { partitions, isOver } = this.#assignment
    if (isOver) return
    for (const partition of partitions.values()) {
      await this.#store(partition)
      if (partition.lanes.isFull) continue
      partition.resume?.()
      partition.resume = null
    }
  }

  /** A position not stored is stored with the next progress, or redelivered to the next owner. */
  async #store(of: Partition): Promise<void> {
    const { topic, partition, lanes, commit } = of
    const offset = lanes.next
    if (offset <= of.stored) return
    try {
      await commit({ topics: [{ topic, partitions: [{ partition, offset: String(offset) }] }] })
      of.stored = offset
    } catch (error) {
      this.#options.log.debug({ err: error, topic, partition }, 'a position could not be stored yet')
    }
  }

  async #leave(): Promise<void> {
    this.#loseAssignment()
    const partitions = [...this.#assignment.partitions.values()]
    await Promise.all(partitions.map(({ lanes }) => lanes.settled()))
    await Promise.all(partitions.map((partition) => this.#store(partition)))
  }

  async #idle() {
    const { client, group, topics } = this.#options
    const { keys, partitions, isOver } = this.#assignment
    if (isOver) return []
    const all = await groupPositions(client, group, topics)
    return all.filter(({ key }) => keys.has(key) && (partitions.get(key)?.lanes.isEmpty ?? true))
  }
}
