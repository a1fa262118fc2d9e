import { join } from 'node:path'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { followEvents } from './followed-events.ts'
import { formerRelease } from './former-release.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { type ProductionPortal, startForProduction } from './production-portal.ts'
import { askedAtOnce, requestsPerSecond } from './requests-per-second.ts'

const streams = 3
/** Of helm's three ways from one release to the other, beside others' work. */
const withinMs = 1_200_000

/**
 * Little enough that the gateways are what limits the requests, and none of them by a rate or by
 * how many of a person's requests run at once.
 */
const scarceGateways = [
  ...['autoscaling.enabled=false', 'resources.limits.cpu=100m'],
  ...['SESSION', 'PERSON', 'ADDRESS'].flatMap((of) => [
    `environment.RATE_${of}=600000/60000`,
    `environment.IN_FLIGHT_${of}=${2 * askedAtOnce}`,
  ]),
].flatMap((value) => ['--set', `parts.gateway.${value}`])

/**
 * How gateways of the former release refuse a request that arrived while they stood still. That
 * release cannot be mended; this one reads such a request first, and has other words.
 */
const formerRefusal = '408 {"message":"The request is malformed."'

let portal: ProductionPortal
let browse: CookieFetch
let client: Client

beforeAll(async () => {
  portal = await startForProduction()
  await portal.installFormer(await formerRelease(portal.cluster))
  browse = await signIn({ address: portal.address, ...portal.noor })
  client = createClient({ fetch: (path, init) => browse(String(path), init) })
  await client.call(teamApi.createOrganization, { body: { name: 'Upgraded' } })
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await portal.explain(task.result.errors)
})

afterAll(() => portal?.cluster.stop())

it(
  'is upgraded from the release before, rolled back and upgraded again under load: no request fails, and streams go on',
  async () => {
    const { address, namespace, operator } = portal
    // An engine that has just begun takes seconds for its first searches.
    await expect.poll(searchMs, { timeout: 180_000, interval: 1000 }).toBeLessThan(300)
    const followed = Array.from({ length: streams }, () => followEvents(browse))
    const load = await loadUntilStopped({ address, ...operator }, join(portal.cluster.folder, 'load'))
    const rollback = () => namespace.helm('rollback', 'portal', '--wait', '--timeout', '20m')
    const took: number[] = []
    for (const change of [() => portal.install('upgrade'), rollback, () => portal.install('upgrade')])
      took.push(await secondsOf(change))
    const { requests, failed, failedChecks, complaints, routes, seconds } = await load.stop()
    const byFormer = complaints.filter((line) => line.replaceAll('\\', '').includes(formerRefusal)).length
    console.log(
      `${requests} requests in ${seconds.toFixed(0)} s, ${failed} failed, ${byFormer} of them refused by the former release; upgraded, rolled back and upgraded in ${took.join(', ')} s; streams opened ${followed.map(({ opened }) => opened).join(', ')} times`,
    )
    const failing = routes.filter(({ failed: some }) => some > 0)
    expect(failing.flatMap(({ statuses }) => Object.keys(statuses))).toEqual(failing.map(() => '408'))
    expect(failed).toBe(byFormer)
    expect(failedChecks.reduce((sum, { fails }) => sum + fails, 0)).toBe(byFormer)
    expect(requests / seconds).toBeGreaterThan(50)
    const before = followed.map(({ events }) => events)
    await uploadOne()
    await expect
      .poll(() => followed.every(({ events }, index) => events > (before[index] ?? 0)), { timeout: 60_000 })
      .toBe(true)
    for (const one of followed) await one.stop()
    expect(followed.flatMap(({ refused }) => refused)).toEqual([])
  },
  withinMs,
)

it('answers nearly twice as many requests by two gateways as by one', async () => {
  const rates: number[] = []
  for (const gateways of [1, 2]) {
    await portal.install('upgrade', ...scarceGateways, '--set', `parts.gateway.replicas=${gateways}`)
    rates.push(await requestsPerSecond(client))
  }
  await portal.install('upgrade')
  const [byOne = 0, byTwo = 0] = rates
  const ratio = byTwo / byOne
  console.log(
    `${byOne.toFixed(0)} requests a second by one gateway, ${byTwo.toFixed(0)} by two: ${ratio.toFixed(2)}`,
  )
  expect(ratio).toBeGreaterThan(1.6)
})

/** How long a search takes. */
async function searchMs(): Promise<number> {
  const since = performance.now()
  await client.call(documentsApi.searchPassages, { query: { q: 'windows' } })
  return performance.now() - since
}

async function uploadOne(): Promise<void> {
  const file = new Blob(['Windows\n\nWindows are closed when it rains.\n'])
  await client.call(documentsApi.uploadDocument, {
    form: { title: 'Windows' },
    file,
    fileName: 'windows.txt',
  })
}

/** How long it took. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return Math.round((performance.now() - since) / 1000)
}
