import type { EventHandler } from '@portal/service-kit/ports/event-bus'
import type { LoggedEvent } from './event-log.ts'

/** How a batch is handled: `handle` until it succeeds, with `pause` between tries; nothing new starts once `isHalted`. */
export interface LaneRun {
  readonly handle: EventHandler
  readonly lanesMax: number
  readonly isHalted: () => boolean
  readonly pause: (attempt: number, error: unknown) => Promise<void>
}

/**
 * Handles a batch: events of one key one after another, different keys side by side. Resolves, when all are done or the run was halted,
 * to how many from the beginning of the batch are done without a gap.
 */
export async function runLanes(batch: readonly LoggedEvent[], run: LaneRun): Promise<number> {
  const done = new Set<LoggedEvent>()
  const waiting = [...Map.groupBy(batch, ({ event }) => event.partitionkey).values()]
  const worker = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane && !run.isHalted(); lane = waiting.shift()) {
      await runLane(lane, run, done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(run.lanesMax, waiting.length) }, worker))
  const firstOpen = batch.findIndex((logged) => !done.has(logged))
  return firstOpen === -1 ? batch.length : firstOpen
}

async function runLane(lane: readonly LoggedEvent[], run: LaneRun, done: Set<LoggedEvent>): Promise<void> {
  for (const logged of lane) {
    for (let attempt = 1; !done.has(logged); attempt += 1) {
      if (run.isHalted()) return
      try {
        await run.handle(logged.event)
        done.add(logged)
      } catch (error) {
        await run.pause(attempt, error)
      }
    }
  }
}
