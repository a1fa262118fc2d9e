import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { sleep } from '@portal/service-kit/sleep'
import type { Consumer, EachBatchPayload } from 'kafkajs'
import { handlerPause, KeyLanes, type PositionedEvent } from '../key-lanes.ts'
import type { Consumption } from '../subscriptions.ts'
import { toEvent } from './event-message.ts'
import { groupPositions, partitionKey } from './kafka-admin.ts'
import type { KafkaClient } from './kafka-client.ts'
import { isOutOfGroup, rejoin } from './kafka-failure.ts'
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
  /** Whether what is fetched follows the stored positions. */
  readonly isSure: boolean
  isOver: boolean
}

const lanesMax = 2
const partitionsAtOnce = 4
const beatMs = 1000
const storeEveryMs = 1000
/** A batch that is left alone is refetched at once until the consumer has ended. */
const refusedRestMs = 100

/**
 * One member of a consumer group. A batch's position is stored once only keys with rejecting
 * handlers are left; they are retried beside later batches, and the stored position stays before
 * them.
 */
export class KafkaGroupMember implements Subscription {
  readonly #options: KafkaMemberOptions
  readonly #halted = new AbortController()
  readonly #consuming: Subscription
  readonly #storing: NodeJS.Timeout
  /** The present consumer: one that was replaced may still join and be handed batches. */
  #consumer: Consumer | null = null
  /** Handlers of earlier assignments: their events must not be handled concurrently. */
  #lastHandlers: Promise<void> = Promise.resolve()
  #assignment: Assignment = { partitions: new Map(), keys: new Set(), isSure: false, isOver: true }

  constructor(options: KafkaMemberOptions) {
    this.#options = options
    this.#consuming = keepConsuming({
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
    await this.#consuming.stop()
    clearInterval(this.#storing)
  }

  async #run(consumer: Consumer): Promise<void> {
    this.#consumer = consumer
    // The first join and each after this event find no fetch running, unless a join failed and one
    // began. Others happen within the fetch from one broker, beside batches of others that follow
    // what was fetched, not what was stored.
    let isAtRest = true
    consumer.on(consumer.events.FETCH_START, () => {
      isAtRest = false
    })
    consumer.on(consumer.events.REBALANCING, () => {
      isAtRest = true
      if (this.#consumer === consumer) this.#loseAssignment()
    })
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      if (this.#consumer === consumer) this.#joined(payload.memberAssignment, isAtRest)
    })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitionsAtOnce,
      eachBatch: (payload) => this.#take(payload, consumer),
    })
  }

  #joined(assigned: Record<string, number[]>, isSure: boolean): void {
    this.#loseAssignment()
    const before = [...this.#assignment.partitions.values()]
    for (const { resume } of before) resume?.()
    this.#lastHandlers = this.#settled()
    const keys = Object.entries(assigned).flatMap(([topic, partitions]) =>
      partitions.map((partition) => partitionKey(topic, partition)),
    )
    this.#assignment = { partitions: new Map(), keys: new Set(keys), isSure, isOver: false }
  }

  #loseAssignment(): void {
    this.#assignment.isOver = true
  }

  /** Resolves when no handler of this assignment, which must be over, or an earlier one runs. */
  async #settled(): Promise<void> {
    const { partitions } = this.#assignment
    await Promise.all([this.#lastHandlers, ...[...partitions.values()].map(({ lanes }) => lanes.settled())])
  }

  async #take(payload: EachBatchPayload, consumer: Consumer): Promise<void> {
    const { batch, resolveOffset } = payload
    const assignment = this.#assignment
    await this.#beatUntil(this.#lastHandlers, payload)
    if (this.#consumer !== consumer) return sleep(refusedRestMs)
    if (assignment.isOver || !assignment.isSure) throw rejoin()
    const partition = this.#partitionOf(assignment, payload)
    const { lanes } = partition
    lanes.push(this.#read(payload), Number(batch.lastOffset()) + 1)
    try {
      await this.#beatUntil(lanes.settled(), payload)
    } catch (error) {
      assignment.isOver = true
      await lanes.settled()
      await this.#store(partition)
      throw error
    }
    // Then events of the batch may be left, and resolving would take the next fetch past them.
    if (assignment.isOver || this.#halted.signal.aborted) return
    resolveOffset(batch.lastOffset())
    await this.#store(partition)
    if (lanes.isFull && !assignment.isOver) partition.resume ??= payload.pause()
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
    const assignment = this.#assignment
    for (const partition of assignment.partitions.values()) {
      if (assignment.isOver) return
      await this.#store(partition)
      if (partition.lanes.isFull || assignment.isOver) continue
      partition.resume?.()
      partition.resume = null
    }
  }

  /** A position not stored is stored with the next progress, or redelivered to the next owner. */
  async #store(of: Partition): Promise<void> {
    const { topic, partition, lanes, commit } = of
    const offset = lanes.next
    // After a join the partition may be another member's, whose position is further.
    const isPresent = this.#assignment.partitions.get(partitionKey(topic, partition)) === of
    if (offset <= of.stored || !isPresent) return
    try {
      await commit({ topics: [{ topic, partitions: [{ partition, offset: String(offset) }] }] })
      of.stored = offset
    } catch (error) {
      this.#options.log.debug({ err: error, topic, partition }, 'a position could not be stored yet')
    }
  }

  async #leave(): Promise<void> {
    this.#consumer = null
    this.#loseAssignment()
    await this.#settled()
    await Promise.all([...this.#assignment.partitions.values()].map((partition) => this.#store(partition)))
  }

  async #idle() {
    const { client, group, topics } = this.#options
    const { keys, partitions, isOver } = this.#assignment
    if (isOver) return []
    const all = await groupPositions(client, group, topics)
    return all.filter(({ key }) => keys.has(key) && (partitions.get(key)?.lanes.isEmpty ?? true))
  }
}
