import type { Logger } from '@portal/service-kit/logger'
import type { EventHandler, Subscription } from '@portal/service-kit/ports/event-bus'
import { Alarm, sleep } from '@portal/service-kit/sleep'
import { handlerPause, KeyLanes } from '../key-lanes.ts'
import type { EventLog } from './event-log.ts'
import type { Lock, LogSession } from './log-session.ts'

interface MemberOptions {
  readonly log: EventLog
  readonly session: LogSession
  readonly logger: Logger
  readonly group: string
  readonly topic: string
  readonly handle: EventHandler
}

const batchMax = 256
const lanesMax = 4
/** While events are held back. */
const pollMs = 1000
/** Events are announced, and asking for them is half of what a portal at rest costs. */
const restMs = 5000
const takeoverPollMs = 500

/**
 * Consumes one topic for a group. One member across all processes is active; others take over
 * within a second of its session's end. Positions are stored per batch, so the last batch may be
 * redelivered.
 */
export function consumeTopic({ log, session, logger, group, topic, handle }: MemberOptions): Subscription {
  const grown = new Alarm()
  const halting = new AbortController()
  const halted = halting.signal
  const lockName = `portal-log/${group}/${topic}`
  const pause = handlerPause(logger, { group, topic }, halted)
  let failures = 0

  async function run(): Promise<void> {
    const unwatch = session.watch(topic, () => grown.ring())
    while (!halted.aborted) {
      try {
        await consumeWhileActive()
      } catch (error) {
        failures += 1
        await pause(failures, error)
      }
    }
    unwatch()
  }

  async function consumeWhileActive(): Promise<void> {
    const lock = await session.lock(lockName)
    if (!lock) return sleep(takeoverPollMs, halted)
    try {
      await consume(lock)
    } finally {
      await lock.release()
    }
  }

  async function consume(lock: Lock): Promise<void> {
    let stored = await log.position(group, topic)
    let isOver = false
    const isHalted = () => isOver || halted.aborted || !lock.isHeld()
    const lanes = new KeyLanes(stored + 1, { handle, lanesMax, isHalted, pause })
    try {
      for (let read = stored; !isOver; ) {
        const batch = lanes.isFull ? [] : await log.read(topic, read, batchMax)
        failures = 0
        read = batch.at(-1)?.position ?? read
        lanes.push(batch, read + 1)
        await lanes.settled()
        const step = { from: stored, to: lanes.next - 1 }
        if (step.to > step.from && !(await log.move(group, topic, step))) return
        stored = step.to
        // What was appended since this read has rung.
        if (batch.length < batchMax) await grown.sleep(lanes.isEmpty ? restMs : pollMs)
        isOver = isHalted()
      }
    } finally {
      isOver = true
      await lanes.settled()
    }
  }

  const running = run()
  return {
    stop: async () => {
      halting.abort()
      grown.ring()
      await running
    },
  }
}
