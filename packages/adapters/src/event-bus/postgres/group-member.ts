import type { Logger } from '@portal/service-kit/logger'
import type { EventHandler, Subscription } from '@portal/service-kit/ports/event-bus'
import { Alarm, backoff, sleep } from '@portal/service-kit/sleep'
import { KeyLanes } from '../key-lanes.ts'
import type { EventLog } from './event-log.ts'
import type { Lock, LogSession } from './log-session.ts'

/** What a consumer of one topic needs. */
export interface MemberOptions {
  readonly log: EventLog
  readonly session: LogSession
  readonly logger: Logger
  readonly group: string
  readonly topic: string
  readonly handle: EventHandler
}

const batchMax = 256
const lanesMax = 4
const pollMs = 1000
const takeoverPollMs = 500
const pauses = { firstMs: 100, maxMs: 5000 }

/** The lock that makes a member the only consumer of its topic. */
export function memberLock(group: string, topic: string): string {
  return `portal-log/${group}/${topic}`
}

/**
 * Consumes one topic for a group. One member across all processes is active; others take over
 * within a second of its session's end. Positions are stored per batch, so the last batch may be
 * redelivered.
 */
export class GroupMember implements Subscription {
  readonly #options: MemberOptions
  readonly #grown = new Alarm()
  readonly #halted = new AbortController()
  readonly #running: Promise<void>
  #failures = 0

  constructor(options: MemberOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#halted.abort()
    this.#grown.ring()
    await this.#running
  }

  async #run(): Promise<void> {
    const { session, topic } = this.#options
    const unwatch = session.watch(topic, () => this.#grown.ring())
    while (!this.#halted.signal.aborted) {
      try {
        await this.#consumeWhileActive()
      } catch (error) {
        this.#failures += 1
        await this.#pause(this.#failures, error)
      }
    }
    unwatch()
  }

  async #consumeWhileActive(): Promise<void> {
    const { session, group, topic } = this.#options
    const lock = await session.lock(memberLock(group, topic))
    if (!lock) return sleep(takeoverPollMs, this.#halted.signal)
    try {
      await this.#consume(lock)
    } finally {
      await lock.release()
    }
  }

  async #consume(lock: Lock): Promise<void> {
    const { log, group, topic, handle } = this.#options
    let stored = await log.position(group, topic)
    let isOver = false
    const isHalted = () => isOver || this.#halted.signal.aborted || !lock.isHeld
    const pause = (attempt: number, error: unknown) => this.#pause(attempt, error)
    const lanes = new KeyLanes(stored + 1, { handle, lanesMax, isHalted, pause })
    try {
      for (let read = stored; !isOver; ) {
        const batch = lanes.isFull ? [] : await log.read(topic, read, batchMax)
        this.#failures = 0
        read = batch.at(-1)?.position ?? read
        lanes.push(batch, read + 1)
        if (batch.length === 0) await this.#grown.sleep(pollMs)
        await lanes.settled()
        isOver = isHalted()
        const step = { from: stored, to: lanes.next - 1 }
        if (step.to > step.from && !(await log.move(group, topic, step))) return
        stored = step.to
      }
    } finally {
      isOver = true
      await lanes.settled()
    }
  }

  async #pause(attempt: number, error: unknown): Promise<void> {
    const { logger, group, topic } = this.#options
    const level = attempt === 1 ? 'warn' : 'debug'
    logger[level]({ err: error, group, topic, attempt }, 'events wait for their consumer')
    await sleep(backoff(attempt, pauses), this.#halted.signal)
  }
}
