import { setTimeout as delay } from 'node:timers/promises'
import type { TestPage } from '@portal/testkit/browser'

type TestRequest = Awaited<ReturnType<TestPage['waitForRequest']>>

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
  // Those of the page that was open before may still fail.
  const missing = { late: new Set<TestRequest>(), others: new Set<TestRequest>() }
  const setOf = (request: TestRequest) => (isHeld(new URL(request.url())) ? missing.late : missing.others)
  const begin = (request: TestRequest) => {
    if (request.resourceType() === 'fetch') setOf(request).add(request)
  }
  const end = (request: TestRequest) => void setOf(request).delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.route(isHeld, async (route) => {
    await gate.promise
    await route.continue()
  })
  const until = async (what: string, isSo: () => boolean) => {
    const deadline = Date.now() + patienceMs
    while (!isSo()) {
      if (Date.now() > deadline)
        throw new Error(`${what}: missing are ${missing.late.size} late and ${missing.others.size} others.`)
      await delay(pauseMs)
    }
  }
  return {
    isAlone: () =>
      until(
        'Nothing but the late answer should be missing',
        () => missing.late.size > 0 && missing.others.size === 0,
      ),
    release: async () => {
      gate.resolve()
      await until('No answer should be missing', () => missing.late.size + missing.others.size === 0)
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
      await page.unroute(isHeld)
    },
  }
}
