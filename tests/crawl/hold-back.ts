import { setTimeout as delay } from 'node:timers/promises'
import type { TestPage } from '@portal/testkit/browser'

const patienceMs = 30_000
const pauseMs = 100

interface HeldAnswer {
  /** Resolves when nothing else is missing. */
  readonly isAlone: () => Promise<void>
  /** Lets it come, and resolves once it is there. */
  readonly release: () => Promise<void>
}

/** Holds what comes from such an address back, from now on and until it is released. */
export async function holdBack(page: TestPage, isLate: (path: string) => boolean): Promise<HeldAnswer> {
  const gate = Promise.withResolvers<void>()
  const isHeld = (url: URL) => isLate(url.pathname)
  const missing = { late: 0, others: 0 }
  const count = (by: 1 | -1) => (request: { url(): string; resourceType(): string }) => {
    if (request.resourceType() === 'fetch') missing[isHeld(new URL(request.url())) ? 'late' : 'others'] += by
  }
  const counters = [
    ['request', count(1)],
    ['requestfinished', count(-1)],
    ['requestfailed', count(-1)],
  ] as const
  for (const [event, counter] of counters) page.on(event as 'request', counter)
  await page.route(isHeld, async (route) => {
    await gate.promise
    await route.continue()
  })
  const until = async (what: string, isSo: () => boolean) => {
    const deadline = Date.now() + patienceMs
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(missing)} answers are missing.`)
      await delay(pauseMs)
    }
  }
  return {
    isAlone: () =>
      until('Nothing but the late answer should be missing', () => missing.late > 0 && missing.others === 0),
    release: async () => {
      gate.resolve()
      await until('No answer should be missing', () => missing.late + missing.others === 0)
      for (const [event, counter] of counters) page.off(event as 'request', counter)
      await page.unroute(isHeld)
    },
  }
}
