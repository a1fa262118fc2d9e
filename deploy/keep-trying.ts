import { RequestError } from '@portal/contracts/client'
import { isDatabaseAway } from '@portal/service-kit/database/connection-slot'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { retry } from '@portal/service-kit/sleep'
import { SignInFailed } from '@portal/testkit/sign-in'

/** How long somebody waits: until `halted`, told by `note` now and then what is awaited. */
export interface Patience {
  readonly halted: AbortSignal
  readonly note: (line: string) => void
}

const bounds = { firstMs: 100, maxMs: 2000 }
const notedEveryMs = 10_000
const signInsMax = 5
/** A request may be sent again on these; a time limit has passed somewhere, or there is a queue. */
const passingStatuses = [408, 425, 429, 502, 503, 504]

/** A response that a later attempt need not get. */
export class PassingResponse extends Error {
  override readonly name = 'PassingResponse'
}

/** Whether the same request may well succeed a little later. */
export function isPassing(status: number): boolean {
  return passingStatuses.includes(status)
}

/**
 * Calls `work` until it succeeds. What another moment may mend is tried again without an end: lost
 * connections, parts that are not ready, time limits. Throws what else fails, or why it was halted.
 */
export async function keepTrying<T>(work: () => Promise<T>, { halted, note }: Patience): Promise<T> {
  const notes = paced(note)
  const failed = (error: unknown, attempt: number) => {
    if (!mayPass(error, attempt)) throw error
    notes(`Waiting: ${error instanceof Error ? error.message : error}`)
  }
  const done = await retry(async () => ({ result: await work() }), { ...bounds, halted, failed })
  if (done === null) throw halted.reason
  return done.result
}

/** Passes on what is said first, and then no more than one line in ten seconds. */
export function paced(note: (line: string) => void): (line: string) => void {
  let notedAt = Number.NEGATIVE_INFINITY
  return (line) => {
    if (performance.now() - notedAt < notedEveryMs) return
    notedAt = performance.now()
    note(line)
  }
}

function mayPass(error: unknown, attempt: number): boolean {
  // A sign-in of which a step came too late has to begin anew, and is then refused with a 4xx.
  if (error instanceof SignInFailed) return isPassing(error.status) || attempt < signInsMax
  if (error instanceof RequestError) return isPassing(error.status)
  if (error instanceof EngineUnavailable || error instanceof PassingResponse) return true
  // fetch: no connection, or one that ended before the response did.
  if (error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) return true
  return isDatabaseAway(error)
}
