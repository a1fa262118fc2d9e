import type { EventEnvelope } from '@portal/contracts/events'
import { eventTopics } from '@portal/contracts/services'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { sleep } from '@portal/service-kit/sleep'

/** A consumer group and the topics that it follows. */
export interface ConsumerGroup {
  readonly group: string
  readonly topics: readonly string[]
}

/** Of what is published since it began. */
export interface Recording extends AsyncDisposable {
  /** Ends it. Resolves to the events of up to `moment`; those of a topic in its order. */
  end(moment: Date): Promise<readonly EventEnvelope[]>
}

const pollMs = 100
/** By how much the clock of a publisher may be ahead. */
const clockSkewMs = 2000

/**
 * Records what is published. An event that its publisher's database has forgotten and a consumer's
 * has not seen yet is in no database: a restore publishes it again, and who handled it skips it.
 */
export async function recordEvents(bus: EventBus): Promise<Recording> {
  const events: EventEnvelope[] = []
  const tail = await bus.tail({ topics: [...eventTopics], handle: (event) => void events.push(event) })
  return {
    end: async (moment) => {
      await tail.stop()
      return events.filter(({ time }) => Date.parse(time) <= moment.getTime() + clockSkewMs)
    },
    [Symbol.asyncDispose]: () => tail.stop(),
  }
}

/**
 * Resolves once every group has handled what was published before. Throws a sentence after
 * `patienceMs`.
 */
export async function untilHandled(
  bus: EventBus,
  groups: readonly ConsumerGroup[],
  patienceMs: number,
): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs)
  for (const { group, topics } of groups) {
    for (;;) {
      const behind = (await bus.lag(group, topics)).reduce((sum, lag) => sum + lag.behind, 0)
      if (behind === 0) break
      if (patience.aborted)
        throw new Error(
          `${group} has ${behind} events to handle, and a backup would lose them. Start the portal if it is stopped, and try again when they are handled.`,
        )
      await sleep(pollMs, patience)
    }
  }
}
