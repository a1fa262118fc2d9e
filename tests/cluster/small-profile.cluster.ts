import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { workspaceRoot } from '@portal/build/build-plan'
import { writePostgresImage } from '@portal/deploy/cluster/images/postgres-image'
import { type Cluster, startCluster } from '@portal/deploy/cluster/start-cluster'
import { buildImages, imageNames } from '@portal/deploy/images/build-images'
import { unpackBrowser } from '@portal/testkit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMainJourney } from '../journeys/main-journey.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const version = '0.1.0'
const postgres = `portal/postgres:${version}`
const noor = { username: 'noor', password: randomBytes(16).toString('hex') }

let cluster: Cluster
let folder: string
let address: string

beforeAll(async () => {
  const [port = 0] = await findFreePorts(1)
  address = `http://localhost:${port}`
  folder = await mkdtemp(join(tmpdir(), 'portal-images-'))
  await unpackBrowser()
  await buildImages({ folder, version, node: process.execPath, note: console.log })
  await writePostgresImage(join(folder, 'postgres'), postgres)
  cluster = await startCluster(console.log)
  for (const name of imageNames) await cluster.importImage(join(folder, name), `portal/${name}:${version}`)
  await cluster.importImage(join(folder, 'postgres'), postgres)
  await cluster.openIngress(port)
})

afterAll(async () => {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('is installed by helm alone into a namespace that enforces the restricted standard', async () => {
  await cluster.kubectl('create', 'namespace', 'portal')
  const standard = 'pod-security.kubernetes.io'
  const labels = [`${standard}/enforce=restricted`, `${standard}/enforce-version=latest`]
  await cluster.kubectl('label', 'namespace', 'portal', ...labels)
  for (let at = 0; at < 4; at += 1) await offerVolume(`volume-${at}`)
  const installed = await helm('install', 'portal', chart, '--wait', '--timeout', '20m', ...settings()).catch(
    async (error: unknown) => {
      throw new Error(`${error}\n${await whatIsWrong()}`)
    },
  )
  expect(installed).toContain(`The portal is at ${address}.`)
  expect(await podsThatDoNotRun()).toEqual([])
})

it('passes its own test', async () => {
  expect(await helm('test', 'portal', '--logs')).toContain('parts serve')
})

it('lets the provider make accounts', async () => {
  const secret = await kubectl('get', 'secret', 'portal-team', '--output', 'json')
  const { IDENTITY_ADMIN_URL = '' }: Record<string, string> = JSON.parse(secret).data
  const provider = await kubectl('get', 'service', 'portal-identity', '--output', 'json')
  const url = Buffer.from(IDENTITY_ADMIN_URL, 'base64')
    .toString()
    .replace('portal-identity', JSON.parse(provider).spec.clusterIP)
  const account = { ...noor, email: 'noor@halden.example', firstName: 'Noor', lastName: 'Haddad' }
  const program = fileURLToPath(new URL('./make-account.fixture.ts', import.meta.url))
  await cluster.run(process.execPath, [program, url, JSON.stringify(account)])
})

describeMainJourney('a cluster of one node', () => ({
  address,
  logins: [noor],
  mailTo: async () => [],
}))

it('leaves the volumes and the keys behind when it is uninstalled, and nothing else', async () => {
  await helm('uninstall', 'portal', '--wait')
  await expect
    .poll(leftNames, { timeout: 120_000, interval: 1000 })
    .toEqual([
      'persistentvolumeclaim/data-portal-postgres-0',
      'persistentvolumeclaim/portal-documents',
      'persistentvolumeclaim/portal-master-admin',
      'persistentvolumeclaim/portal-remotes',
      'secret/portal-keys',
    ])
})

const kubectl = (...args: readonly string[]) => cluster.kubectl('--namespace', 'portal', ...args)
const helm = (...args: readonly string[]) => cluster.helm('--namespace', 'portal', ...args)

function settings(): string[] {
  const values = {
    publicOrigin: address,
    trustedProxies: '1',
    'postgres.image.repository': 'portal/postgres',
    'postgres.image.tag': version,
    'gatewayApi.enabled': 'true',
    'gatewayApi.parentRefs[0].name': 'public',
    'gatewayApi.parentRefs[0].namespace': 'default',
  }
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return ['--values', join(chart, 'values-small.yaml'), ...set]
}

/** What a provisioner does elsewhere: a folder of the node, which any account may write. */
async function offerVolume(name: string): Promise<void> {
  const path = join(cluster.folder, name)
  await mkdir(path)
  await chmod(path, 0o777)
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: { capacity: { storage: '20Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path } },
  }
  await cluster.apply([volume])
}

async function podsThatDoNotRun(): Promise<string[]> {
  const { items } = JSON.parse(await kubectl('get', 'pods', '--output', 'json'))
  return items
    .filter(({ status }: { status: { phase: string } }) => status.phase !== 'Running')
    .map(({ metadata }: { metadata: { name: string } }) => metadata.name)
}

async function leftNames(): Promise<string[]> {
  const kinds = 'pods,services,deployments,statefulsets,jobs,secrets,configmaps,serviceaccounts'
  const further = 'networkpolicies,persistentvolumeclaims,poddisruptionbudgets,httproutes'
  const listed = await kubectl('get', `${kinds},${further}`, '--output', 'name')
  const ofEveryNamespace = ['configmap/kube-root-ca.crt', 'serviceaccount/default']
  return listed
    .split('\n')
    .filter((name) => name !== '' && !ofEveryNamespace.includes(name))
    .sort()
}

/** For the message of an installation that failed. */
async function whatIsWrong(): Promise<string> {
  const pods = await kubectl('get', 'pods', '--output', 'wide')
  const events = await kubectl('get', 'events', '--sort-by', '.lastTimestamp')
  const logs = await kubectl(
    'logs',
    '--selector',
    'app.kubernetes.io/part-of=portal',
    '--tail',
    '8',
    '--prefix',
  )
  return [pods, events.split('\n').slice(-40).join('\n'), logs].join('\n\n')
}
