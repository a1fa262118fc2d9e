import { join } from 'node:path'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { followEvents } from './followed-events.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { type ProductionPortal, startForProduction } from './production-portal.ts'

const streams = 3
/** One upgrade is over before a thousand requests have been made. */
const logLevels = ['warn', 'debug']

let portal: ProductionPortal

beforeAll(async () => {
  portal = await startForProduction()
  await portal.install('install')
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await portal.explain(task.result.errors)
})

afterAll(() => portal?.cluster.stop())

it('is upgraded and rolled back twice under load: no request fails, and streams go on', async () => {
  const { address, namespace, noor, operator } = portal
  const browse = await signIn({ address, ...noor })
  const client = createClient({ fetch: (path, init) => browse(String(path), init) })
  await client.call(teamApi.createOrganization, { body: { name: 'Upgraded' } })
  // An engine that has just begun takes seconds for its first searches.
  await expect.poll(() => searchMs(client), { timeout: 180_000, interval: 1000 }).toBeLessThan(300)
  const followed = Array.from({ length: streams }, () => followEvents(browse))
  const load = await loadUntilStopped({ address, ...operator }, join(portal.cluster.folder, 'load'))
  const took: string[] = []
  for (const level of logLevels) {
    const upgraded = await secondsOf(() => portal.install('upgrade', '--set', `logLevel=${level}`))
    const rolledBack = await secondsOf(() =>
      namespace.helm('rollback', 'portal', '--wait', '--timeout', '20m'),
    )
    took.push(`${upgraded} and ${rolledBack} s`)
  }
  const { requests, failed, failedChecks, routes, seconds } = await load.stop()
  console.log(
    `${requests} requests in ${seconds.toFixed(0)} s, ${failed} failed; upgraded and rolled back in ${took.join(', ')}; streams opened ${followed.map(({ opened }) => opened).join(', ')} times`,
  )
  expect(routes.filter(({ failed: some }) => some > 0)).toEqual([])
  expect(failedChecks).toEqual([])
  expect(requests).toBeGreaterThan(1000)
  const before = followed.map(({ events }) => events)
  await uploadOne(client)
  await expect
    .poll(() => followed.every(({ events }, index) => events > (before[index] ?? 0)), { timeout: 60_000 })
    .toBe(true)
  for (const one of followed) await one.stop()
  expect(followed.flatMap(({ refused }) => refused)).toEqual([])
})

/** How long a search takes. */
async function searchMs(client: Client): Promise<number> {
  const since = performance.now()
  await client.call(documentsApi.searchPassages, { query: { q: 'windows' } })
  return performance.now() - since
}

async function uploadOne(client: Client): Promise<void> {
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
