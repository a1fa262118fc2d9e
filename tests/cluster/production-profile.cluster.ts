import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi, documentsEvents } from '@portal/contracts/documents'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { openEngines } from '@portal/deploy/cluster/engines/open-engines'
import type { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { unpackBrowser } from '@portal/testkit/browser'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeMainJourney } from '../journeys/main-journey.ts'
import { followEvents } from './followed-events.ts'
import { killPods, uploadUntilStopped } from './killed-pods.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { makeAccount } from './make-account.ts'
import { makeNamespace, offerVolume, type PortalNamespace } from './portal-namespace.ts'
import {
  makeKeys,
  parts,
  productionSecrets,
  providerOrigin,
  providerUrl,
  realmOf,
} from './production-secrets.ts'
import { startWithImages } from './started-cluster.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const password = () => randomBytes(16).toString('hex')
const noor = { username: 'noor', password: password() }
const operator = { username: 'operator', password: password() }
const keys = makeKeys()
const streams = 3
const killingMs = 120_000

let cluster: Cluster
let engines: OpenedEngines
let namespace: PortalNamespace
let address: string

beforeAll(async () => {
  await unpackBrowser()
  ;({ cluster, address } = await startWithImages())
  const order = { folder: cluster.folder, databases: [...parts], realm: realmOf(keys, address) }
  engines = await openEngines(cluster, order)
  namespace = await makeNamespace(cluster, 'portal')
  await cluster.apply(productionSecrets(engines, keys))
  await offerVolume(cluster, 'remotes', 'ReadWriteMany')
  for (const one of [noor, operator]) {
    const person = { firstName: 'Noor', lastName: 'Haddad', email: `${one.username}@halden.example` }
    await makeAccount(cluster, providerUrl(engines, keys), { ...one, ...person })
  }
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await namespace.whatIsWrong())
})

afterAll(() => cluster?.stop())

it('is installed on real engines, two of each part', async () => {
  await install('install')
  expect(await namespace.podsThatDoNotRun()).toEqual([])
  const two = Object.fromEntries(parts.map((part) => [`portal-${part}`, 2]))
  await expect.poll(namespace.serving, { timeout: 240_000, interval: 1000 }).toEqual(two)
  expect(await namespace.helm('test', 'portal')).toMatch(/portal-test\n(.*\n)*Phase: +Succeeded/)
})

describeMainJourney('a cluster on real engines', () => ({
  address,
  logins: [noor],
  mailTo: async () => [],
}))

it('is upgraded and rolled back under load: no request fails, and streams go on', async () => {
  const browse = await signIn({ address, ...noor })
  const followed = Array.from({ length: streams }, () => followEvents(browse))
  const load = await loadUntilStopped({ address, ...operator }, join(cluster.folder, 'load'))
  const upgraded = await secondsOf(() => install('upgrade', '--set', 'logLevel=warn'))
  const rolledBack = await secondsOf(() => namespace.helm('rollback', 'portal', '--wait', '--timeout', '20m'))
  const { requests, failed, failedChecks, routes, seconds } = await load.stop()
  console.log(
    `${requests} requests in ${seconds.toFixed(0)} s, ${failed} failed; upgraded in ${upgraded} s, rolled back in ${rolledBack} s; streams opened ${followed.map(({ opened }) => opened).join(', ')} times`,
  )
  expect(routes.filter(({ failed: some }) => some > 0)).toEqual([])
  expect(failedChecks).toEqual([])
  expect(requests).toBeGreaterThan(1000)
  const before = followed.map(({ events }) => events)
  await createOne(clientOf(browse))
  await expect
    .poll(() => followed.every(({ events }, index) => events > (before[index] ?? 0)), { timeout: 60_000 })
    .toBe(true)
  for (const one of followed) await one.stop()
  expect(followed.flatMap(({ refused }) => refused)).toEqual([])
})

it('loses nothing that it acknowledged while any of its pods are killed', async () => {
  const client = clientOf(await signIn({ address, ...noor }))
  const uploads = uploadUntilStopped(client)
  const killed = await killPods(namespace, killingMs)
  const acknowledged = await uploads.stop()
  console.log(`${acknowledged.size} uploads acknowledged, ${killed.length} pods killed: ${killed.join(', ')}`)
  expect(acknowledged.size).toBeGreaterThan(10)
  const titles = [...acknowledged.keys()].sort()
  await expect.poll(() => readyTitles(client), { timeout: 240_000, interval: 2000 }).toEqual(titles)
  await expect.poll(() => auditedTitles(client), { timeout: 120_000, interval: 2000 }).toEqual(titles)
  expect(await client.call(masterAdminApi.verifyAudit, {})).toMatchObject({ firstBad: null })
})

it('leaves the volume of remotes and the Secrets of operators behind, and nothing else', async () => {
  await namespace.helm('uninstall', 'portal', '--wait')
  const secrets = [...parts, 'backup'].map((name) => `secret/portal-${name}`)
  await expect
    .poll(namespace.objects, { timeout: 120_000, interval: 1000 })
    .toEqual(['persistentvolumeclaim/portal-remotes', ...secrets.sort()])
})

const clientOf = (browse: Awaited<ReturnType<typeof signIn>>) =>
  createClient({ fetch: (path, init) => browse(String(path), init) })

async function createOne(client: Client): Promise<void> {
  const file = new Blob(['Windows\n\nWindows are closed when it rains.\n'])
  await client.call(documentsApi.uploadDocument, {
    form: { title: 'Windows' },
    file,
    fileName: 'windows.txt',
  })
}

const isOurs = (title: string | null) => title?.endsWith(' of doors') === true

/** Of what was uploaded meanwhile and can be cited: a title twice would be a document twice. */
async function readyTitles(client: Client): Promise<(string | null)[]> {
  const found = await client.call(documentsApi.listDocuments, { query: {} })
  const ready = found.filter(({ title, ingestion }) => isOurs(title) && ingestion.state === 'ready')
  return ready.map(({ title }) => title).sort()
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

/** How long it took. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return Math.round((performance.now() - since) / 1000)
}

async function install(command: 'install' | 'upgrade', ...further: readonly string[]): Promise<void> {
  const options = ['--wait', '--timeout', '20m', ...settings(), ...further]
  await namespace.helm(command, 'portal', chart, ...options).catch(async (error) => {
    throw new Error(`${error}\n${await namespace.whatIsWrong()}`)
  })
}

function settings(): string[] {
  const values: Record<string, string> = {
    publicOrigin: address,
    'gatewayApi.parentRefs[0].namespace': 'default',
    'identity.issuer': `${address}/auth/realms/portal`,
    'identity.internalOrigin': providerOrigin(engines),
    'identity.accountUrl': `${address}/auth/realms/portal/account`,
    // Not by itself, in the midst of something else.
    'backup.schedule': '0 0 1 1 *',
    // Everybody in the load has one address here.
    'parts.gateway.environment.RATE_ADDRESS': '12000/3000',
    'parts.gateway.environment.RATE_LOGIN': '600/600',
    // One node of two processors: what parts ask for otherwise is more.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.resources.requests.cpu`, '20m'])),
  }
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return ['--values', join(chart, 'values-production.yaml'), ...set]
}
