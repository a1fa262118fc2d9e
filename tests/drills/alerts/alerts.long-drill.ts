import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Prometheus, startPrometheus } from './prometheus.ts'
import { stages, stopMail, type Trouble } from './troubles.ts'
import { startWatchedPortal, type WatchedPortal } from './watched-portal.ts'

/** The longest window of the rules, what has to hold longest, and then some. */
const patience = { timeout: 420_000, interval: 500 }
let portal: WatchedPortal
let prometheus: Prometheus

beforeAll(async () => {
  portal = await startWatchedPortal()
  prometheus = await startPrometheus(portal.scraped)
}, 3_900_000)
afterAll(async () => {
  await prometheus?.[Symbol.asyncDispose]()
  await portal?.[Symbol.asyncDispose]()
  await stopMail()
})

it('a real Prometheus scrapes every part, and nothing fires while nothing is wrong', async () => {
  const targets = portal.scraped.flatMap((each) => each.targets)
  await vi.waitFor(async () => expect(await prometheus.troubles()).toEqual(targets.map(() => '')), patience)
  expect(await prometheus.firing()).toEqual([])
})

/** Lets time pass with what people do, until each of the alerts has fired. */
async function untilFired(troubles: readonly Trouble[]): Promise<void> {
  const fired = new Set<string>()
  await vi.waitFor(async () => {
    for (const alert of await prometheus.firing()) fired.add(alert)
    const left = troubles.filter(({ alert }) => !fired.has(alert))
    for (const { meanwhile } of left) await meanwhile?.(portal)
    expect(left.map(({ alert }) => alert)).toEqual([])
  }, patience)
}

it.each(Object.entries(stages))('%s: its alerts fire', { timeout: 600_000 }, async (_, troubles) => {
  const before = await prometheus.firing()
  for (const { alert } of troubles) expect(before).not.toContain(alert)
  for (const { begin } of troubles) await begin(portal)
  await untilFired(troubles)
  for (const { end } of troubles) await end(portal)
})

it('all alerts end once nothing is wrong any more', { timeout: 480_000 }, async () => {
  await vi.waitFor(async () => expect(await prometheus.firing()).toEqual([]), patience)
})
