import type { EventEnvelope } from '@portal/contracts/events'

/** An event and three random numbers that place it and its repetitions. */
export interface Drawn {
  readonly event: EventEnvelope
  readonly draws: readonly number[]
}

/**
 * Every event three times, as an at-least-once bus may deliver: first deliveries keep their order
 * per key, everything else is placed as drawn.
 */
export function threeTimesShuffled(list: readonly Drawn[]): EventEnvelope[] {
  const deliveries: EventEnvelope[] = []
  const lastFirst = new Map<string, number>()
  const insert = (at: number, event: EventEnvelope): void => {
    deliveries.splice(at, 0, event)
    for (const [key, position] of lastFirst) if (position >= at) lastFirst.set(key, position + 1)
  }
  for (const { event, draws } of list) {
    const [first = 0, ...repeats] = draws
    const floor = (lastFirst.get(event.partitionkey) ?? -1) + 1
    const at = floor + (first % (deliveries.length - floor + 1))
    insert(at, event)
    lastFirst.set(event.partitionkey, at)
    for (const draw of repeats) insert(at + 1 + (draw % (deliveries.length - at)), event)
  }
  return deliveries
}
