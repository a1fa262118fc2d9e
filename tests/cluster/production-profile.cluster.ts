import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { openEngines } from '@portal/deploy/cluster/engines/open-engines'
import type { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeNamespace, offerVolume, type PortalNamespace } from './portal-namespace.ts'
import { makeKeys, parts, productionSecrets, providerOrigin, realmOf } from './production-secrets.ts'
import { startWithImages } from './started-cluster.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const keys = makeKeys()

let cluster: Cluster
let engines: OpenedEngines
let namespace: PortalNamespace
let address: string

beforeAll(async () => {
  ;({ cluster, address } = await startWithImages())
  const order = { folder: cluster.folder, databases: [...parts], realm: realmOf(keys, address) }
  engines = await openEngines(cluster, order)
  namespace = await makeNamespace(cluster, 'portal')
  await cluster.apply(productionSecrets(engines, keys))
  await offerVolume(cluster, 'remotes', 'ReadWriteMany')
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await namespace.whatIsWrong())
})

afterAll(() => cluster?.stop())

it('is installed on real engines, two of each part', async () => {
  await install()
  expect(await namespace.podsThatDoNotRun()).toEqual([])
  const two = Object.fromEntries(parts.map((part) => [`portal-${part}`, 2]))
  await expect.poll(namespace.serving, { timeout: 240_000, interval: 1000 }).toEqual(two)
  expect(await namespace.helm('test', 'portal')).toMatch(/portal-test\n(.*\n)*Phase: +Succeeded/)
})

it('leaves the volume of remotes and the Secrets of operators behind, and nothing else', async () => {
  await namespace.helm('uninstall', 'portal', '--wait')
  const secrets = [...parts, 'backup'].map((name) => `secret/portal-${name}`)
  await expect
    .poll(namespace.objects, { timeout: 120_000, interval: 1000 })
    .toEqual(['persistentvolumeclaim/portal-remotes', ...secrets.sort()])
})

async function install(): Promise<void> {
  const options = ['--wait', '--timeout', '20m', ...settings()]
  await namespace.helm('install', 'portal', chart, ...options).catch(async (error) => {
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
    // One node of two processors: what parts ask for otherwise is more.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.resources.requests.cpu`, '20m'])),
  }
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return ['--values', join(chart, 'values-production.yaml'), ...set]
}
