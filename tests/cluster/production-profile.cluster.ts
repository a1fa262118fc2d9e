import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { openEngines } from '@portal/deploy/cluster/engines/open-engines'
import type { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { unpackBrowser } from '@portal/testkit/browser'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMainJourney } from '../journeys/main-journey.ts'
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
import { startSteadyLoad } from './steady-load.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const noor = { username: 'noor@halden.example', password: randomBytes(16).toString('hex') }
const keys = makeKeys()

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
  const person = { firstName: 'Noor', lastName: 'Haddad', email: noor.username }
  await makeAccount(cluster, providerUrl(engines, keys), { ...noor, ...person })
})

afterAll(() => cluster?.stop())

it('is installed on real engines, two of each part', async () => {
  await install('install')
  expect(await namespace.podsThatDoNotRun()).toEqual([])
  expect(await namespace.helm('test', 'portal')).toMatch(/portal-test\n(.*\n)*Phase: +Succeeded/)
})

describeMainJourney('a cluster on real engines', () => ({
  address,
  logins: [noor],
  mailTo: async () => [],
}))

it('is upgraded and rolled back, and no request fails meanwhile', async () => {
  const load = startSteadyLoad(await signIn({ address, ...noor }), {
    perSecond: 10,
    paths: ['/', '/api/session', '/api/documents?limit=20', '/api/notifications?limit=20', '/api/status'],
  })
  // Every pod is replaced.
  await install('upgrade', '--set', 'logLevel=warn')
  await namespace.helm('rollback', 'portal', '--wait', '--timeout', '20m')
  const { requests, failed, streams } = await load.stop()
  console.log(`${requests} requests, ${failed.length} failed; the stream was opened ${streams} times`)
  expect(failed).toEqual([])
  expect(requests).toBeGreaterThan(300)
})

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
    // One node of two processors: what parts ask for otherwise is more.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.resources.requests.cpu`, '20m'])),
  }
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return ['--values', join(chart, 'values-production.yaml'), ...set]
}
