import { readEvents } from '@portal/contracts/event-stream'
import { sleep } from '@portal/service-kit/sleep'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'

/** As the stream itself asks of browsers. */
const pauseMs = 2000

/** A stream of events that is opened again when it ends, as browsers do. */
export interface FollowedEvents {
  readonly events: number
  readonly opened: number
  /** Why it could not be opened: browsers give up then. */
  readonly refused: readonly string[]
  stop(): Promise<void>
}

/** Follows the events of somebody who is logged in. */
export function followEvents(browse: CookieFetch): FollowedEvents {
  const halt = new AbortController()
  const seen = { events: 0, opened: 0, refused: [] as string[] }
  const follow = async () => {
    const response = await browse('/api/events', { signal: halt.signal })
    if (response.status !== 200) throw new Error(`It was answered with ${response.status}.`)
    seen.opened += 1
    // Its end, in good order or not, is none for those who open it again.
    await countEvents(response).catch(() => undefined)
  }
  const countEvents = async (response: Response) => {
    for await (const _ of readEvents(response)) seen.events += 1
  }
  const following = async () => {
    while (!halt.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!halt.signal.aborted) seen.refused.push(String(error))
      })
      await sleep(pauseMs, halt.signal)
    }
  }
  const ended = following()
  return Object.assign(seen, {
    stop: () => {
      halt.abort()
      return ended
    },
  })
}
