import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { writePostgresImage } from '@portal/deploy/cluster/images/postgres-image'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { unpackBrowser } from '@portal/testkit/browser'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMainJourney } from '../journeys/main-journey.ts'
import { makeAccount } from './make-account.ts'
import { writeNextRelease } from './next-release.ts'
import { makeNamespace, offerVolume, type PortalNamespace } from './portal-namespace.ts'
import { buildImages, startWithImages, version } from './started-cluster.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const remoteChart = join(workspaceRoot, 'charts', 'portal-remote')
const teamKey = makeSigningKey()
const postgres = `portal/postgres:${version}`
const noor = { username: 'noor', password: randomBytes(16).toString('hex') }

let cluster: Cluster
let namespace: PortalNamespace
let address: string

beforeAll(async () => {
  await unpackBrowser()
  ;({ cluster, address } = await startWithImages())
  await writePostgresImage(join(cluster.folder, 'postgres'), postgres)
  await cluster.importImage(join(cluster.folder, 'postgres'), postgres)
  namespace = await makeNamespace(cluster, 'portal')
  for (const [name, { privateKey }] of [
    ['team-key', teamKey],
    ['stranger-key', makeSigningKey()],
  ] as const)
    await namespace.kubectl('create', 'secret', 'generic', name, `--from-literal=key.pem=${privateKey}`)
  for (let at = 0; at < 4; at += 1) await offerVolume(cluster, `volume-${at}`)
})

afterAll(() => cluster?.stop())

it('is installed by helm alone into a namespace that enforces the restricted standard', async () => {
  const options = ['--wait', '--timeout', '20m', ...settings()]
  const installed = await namespace.helm('install', 'portal', chart, ...options).catch(async (error) => {
    throw new Error(`${error}\n${await namespace.whatIsWrong()}`)
  })
  expect(installed).toContain(`The portal is at ${address}.`)
  expect(await namespace.podsThatDoNotRun()).toEqual([])
})

it('passes its own test', async () => {
  expect(await namespace.helm('test', 'portal')).toMatch(/portal-test\n(.*\n)*Phase: +Succeeded/)
})

it('lets the provider make accounts', async () => {
  const { IDENTITY_ADMIN_URL = '' } = await namespace.secret('portal-team')
  const account = { ...noor, email: 'noor@halden.example', firstName: 'Noor', lastName: 'Haddad' }
  await makeAccount(cluster, IDENTITY_ADMIN_URL.replace('-identity:', '-identity.portal:'), account)
})

it('takes a remote that its team releases alone, and none that somebody else signed', async () => {
  const image = `portal/remote-chat:${version}`
  const folder = join(cluster.folder, 'remote')
  await buildImages('--folder', folder, '--remote', 'chat')
  const next = { layout: join(folder, 'remote-chat'), remote: 'chat', folder: join(folder, 'next'), image }
  const released = await writeNextRelease(next)
  await cluster.importImage(next.folder, image)
  const file = `${address}/remotes/chat/${released}/remote-entry.js`
  expect((await fetch(file)).status).toBe(404)
  const releaseWith = (signingSecret: string) => {
    const values = {
      'image.repository': 'portal/remote-chat',
      'portal.address': 'http://portal-gateway:8080',
      'portal.publicOrigin': address,
      deadlineSeconds: '60',
      signingSecret,
    }
    return namespace.helm('upgrade', '--install', 'chat', remoteChart, ...setting(values))
  }
  expect(await releaseWith('team-key')).toContain('STATUS: deployed')
  expect((await fetch(file)).status).toBe(200)
  await expect(releaseWith('stranger-key')).rejects.toThrow(/post-upgrade hooks failed/)
  await namespace.helm('uninstall', 'chat')
  // Helm keeps hooks that failed, to be looked at.
  await namespace.kubectl('delete', 'job', 'chat-publication')
})

describeMainJourney('a cluster of one node', () => ({
  address,
  logins: [noor],
  mailTo: async () => [],
}))

it('gets another gateway by its scaler while the one is busy', async () => {
  await namespace.helm('upgrade', 'portal', chart, '--wait', '--timeout', '20m', ...settings(), ...scaled)
  const browse = await signIn({ address, ...noor })
  const ends = new AbortController()
  const asks = async () => {
    while (!ends.signal.aborted) await (await browse('/api/session')).arrayBuffer()
  }
  const asking = Promise.all(Array.from({ length: 4 }, asks))
  const gateways = async () => (await namespace.serving())['portal-gateway']
  await expect.poll(gateways, { timeout: 240_000, interval: 1000 }).toBe(2)
  ends.abort()
  await asking
})

it('leaves the volumes and the keys behind when it is uninstalled, and nothing else', async () => {
  await namespace.helm('uninstall', 'portal', '--wait')
  await expect.poll(namespace.objects, { timeout: 120_000, interval: 1000 }).toEqual([
    'persistentvolumeclaim/data-portal-postgres-0',
    'persistentvolumeclaim/portal-documents',
    'persistentvolumeclaim/portal-master-admin',
    'persistentvolumeclaim/portal-remotes',
    'secret/portal-keys',
    // Made by hand.
    'secret/stranger-key',
    'secret/team-key',
  ])
})

/** A gateway with a scaler that acts on little load, and with rates that refuse nobody. */
const scaled = [
  ...['enabled=true', 'minReplicas=1', 'maxReplicas=2'].map((setting) => `autoscaling.${setting}`),
  ...['SESSION', 'PERSON', 'ADDRESS'].map((of) => `environment.RATE_${of}=600000/60000`),
  'resources.requests.cpu=50m',
].flatMap((value) => ['--set', `parts.gateway.${value}`])

function settings(): string[] {
  const values = {
    publicOrigin: address,
    trustedProxies: '1',
    'postgres.image.repository': 'portal/postgres',
    'postgres.image.tag': version,
    'remotes.keys': `team=${teamKey.publicKey}`,
    'remotes.signingSecret': 'team-key',
    'gatewayApi.enabled': 'true',
    'gatewayApi.parentRefs[0].name': 'public',
    'gatewayApi.parentRefs[0].namespace': 'default',
  }
  return ['--values', join(chart, 'values-small.yaml'), ...setting(values)]
}

function setting(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
}
