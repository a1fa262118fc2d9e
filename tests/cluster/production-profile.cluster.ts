import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi, documentsEvents } from '@portal/contracts/documents'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import { unpackBrowser } from '@portal/testkit/browser'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeMainJourney } from '../journeys/main-journey.ts'
import { killPods, uploadUntilStopped } from './killed-pods.ts'
import { loadFromWithin } from './load-from-within.ts'
import { type ProductionPortal, startForProduction } from './production-portal.ts'
import { parts } from './production-secrets.ts'
import { backUp, filesOf, listsOf, stopParts } from './restored-portal.ts'

const killingMs = 120_000
const waitMaxMs = 60_000
const wholeAgainMs = 240_000
const two = Object.fromEntries(parts.map((part) => [`portal-${part}`, 2]))

let portal: ProductionPortal
/** Of the person whose organization has most. */
let ines: Client
/** One of each organization, and what they see of it. */
let people: Client[]
let lists: Awaited<ReturnType<typeof all>>[]
const slowly = { timeout: 120_000, interval: 2000 }

beforeAll(async () => {
  await unpackBrowser()
  portal = await startForProduction()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await portal.explain(task.result.errors)
})

afterAll(() => portal?.cluster.stop())

it('is installed by helm alone on engines that hold nothing, two of each part', async () => {
  const { namespace } = portal
  await portal.install('install')
  expect(await namespace.podsThatDoNotRun()).toEqual([])
  await expect.poll(namespace.serving, { timeout: 240_000, interval: 1000 }).toEqual(two)
  expect(await namespace.helm('test', 'portal')).toMatch(/portal-test\n(.*\n)*Phase: +Succeeded/)
})

describeMainJourney('a cluster on real engines', () => ({
  address: portal.address,
  logins: [portal.noor],
  mailTo: async () => [],
}))

it('passes the smoke test of k6 as a Job beside it', async () => {
  const { address, operator } = portal
  expect(await loadFromWithin(portal, { address, ...operator })).toContain('"checks"')
})

it('loses nothing that it acknowledged while any of its pods are killed, keeps nobody waiting long, and is whole again afterwards', async () => {
  const { address, namespace } = portal
  const client = clientOf(await signIn({ address, ...portal.ines }))
  ines = client
  await client.call(teamApi.createOrganization, { body: { name: 'Halden' } })
  const uploads = uploadUntilStopped(client)
  const killed = await killPods(namespace, killingMs)
  const { acknowledged, failures, slowestMs } = await uploads.stop()
  const since = performance.now()
  await expect.poll(namespace.serving, { timeout: wholeAgainMs, interval: 1000 }).toEqual(two)
  const wholeAfterMs = performance.now() - since
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${killed.length} pods killed, ${acknowledged.size} uploads acknowledged, the slowest after ${seconds(slowestMs)}, ${failures.length} sent again; whole after ${seconds(wholeAfterMs)}`,
    { killed, failures },
  )
  expect(killed.length).toBeGreaterThan(10)
  expect(acknowledged.size).toBeGreaterThan(10)
  expect(slowestMs).toBeLessThan(waitMaxMs)
  const ids = [...acknowledged.values()].sort()
  const titles = [...acknowledged.keys()].sort()
  await expect.poll(() => readyIds(client), { timeout: 240_000, interval: 2000 }).toEqual(ids)
  await expect.poll(() => auditedTitles(client), { timeout: 120_000, interval: 2000 }).toEqual(titles)
  expect(await client.call(masterAdminApi.verifyAudit, {})).toMatchObject({ firstBad: null })
})

it('is whole in a backup: every row, file, signed head and account, of every organization', async () => {
  const { address, namespace } = portal
  people = [ines, clientOf(await signIn({ address, ...portal.noor }))]
  // It ends when every event is handled; a portal that is stopped handles none.
  expect(await backUp(namespace)).toMatch(/The backup \S+ holds \d+ rows and \d+ files\./)
  lists = await Promise.all(people.map(all))
  await stopParts(namespace)
  await backUp(namespace)
  const content = await portal.contents()
  await namespace.helm('uninstall', 'portal', '--wait')
  await portal.loseStores('compared')
  await portal.restoreAlone()
  // Beside what it had, a restored portal is to repeat the deletions of its ledger.
  const jobs = Number.parseInt(content['master_admin.jobs'] ?? '', 10) + 1
  const repeats = { 'master_admin.jobs': expect.stringMatching(new RegExp(`^${jobs} `)) }
  expect(await portal.contents()).toEqual({ ...content, ...repeats })
  // Those of this file's people, and what k6 has made.
  expect(Number.parseInt(content['team.organizations'] ?? '', 10)).toBeGreaterThan(1)
  expect(Number.parseInt(content['keycloak.user_entity'] ?? '', 10)).toBeGreaterThan(2)
})

it('comes back from it when all its stores are lost, the provider’s too: the same people log in, and find everything again', async () => {
  const { address, namespace } = portal
  await portal.loseStores('restored')
  const since = performance.now()
  await portal.install('install', '--set', 'restore.enabled=true')
  await portal.moveKeycloak()
  console.log(`installed from a backup in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  await expect.poll(() => Promise.all(people.map(all)), slowly).toEqual(lists)
  for (const client of people)
    expect(await client.call(masterAdminApi.verifyAudit, {})).toMatchObject({ firstBad: null })
  for (const [at, login] of [portal.ines, portal.noor].entries()) {
    const again = clientOf(await signIn({ address, ...login }))
    expect((await again.call(documentsApi.listDocuments, { query: {} })).map(({ id }) => id)).toEqual(
      lists[at]?.documents.map(({ id }) => id),
    )
  }
  const found = async () =>
    (await ines.call(documentsApi.searchPassages, { query: { q: 'doors locked at night' } })).passages.length
  await expect.poll(found, { timeout: 240_000, interval: 2000 }).toBeGreaterThan(0)
  expect(await namespace.podsThatDoNotRun()).toEqual([])
})

it('leaves the volume of remotes and the Secrets of operators behind, and nothing else', async () => {
  const { namespace } = portal
  await namespace.helm('uninstall', 'portal', '--wait')
  const secrets = [...parts, 'backup', 'provision'].map((name) => `secret/portal-${name}`)
  await expect
    .poll(namespace.objects, { timeout: 120_000, interval: 1000 })
    .toEqual(['persistentvolumeclaim/portal-remotes', ...secrets.sort()])
})

const clientOf = (browse: Awaited<ReturnType<typeof signIn>>) =>
  createClient({ fetch: (path, init) => browse(String(path), init) })

const all = async (client: Client) => ({ ...(await listsOf(client)), files: await filesOf(client) })

const isOurs = (title: string | null) => title?.endsWith(' of doors') === true

/** Of what was uploaded meanwhile and can be cited; what was sent again is there once. */
async function readyIds(client: Client): Promise<string[]> {
  const found = await client.call(documentsApi.listDocuments, { query: {} })
  const ready = found.filter(({ title, ingestion }) => isOurs(title) && ingestion.state === 'ready')
  return ready.map(({ id }) => id).sort()
}

/** Of what master-admin has heard of: events went through the log to another part. */
async function auditedTitles(client: Client): Promise<(string | null)[]> {
  const query = { action: documentsEvents.documentUploaded.type }
  const found = await client.call(masterAdminApi.listAudit, { query })
  return found
    .map(({ subjectName }) => subjectName)
    .filter(isOurs)
    .sort()
}
