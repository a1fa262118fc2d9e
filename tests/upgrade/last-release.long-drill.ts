import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { workspaceRoot } from '@portal/build/build-plan'
import { proxiedServices } from '@portal/contracts/services'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import { type ProcessName, processNames, publicOrigin } from '@portal/deploy/standalone/topology'
import { signIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type AlternatingProxy, alternate } from './alternating-proxy.ts'
import { checkOut } from './last-checkout.ts'
import { readReleases } from './releases.ts'
import {
  type CalledName,
  makeStores,
  type RunningRelease,
  runFor,
  type Stores,
  startRelease,
} from './two-releases.ts'
import { type Policy, Worker } from './working-person.ts'

const noor = { username: 'noor', password: crypto.randomUUID() }
const doubled = processNames.filter((name) => name !== 'identity')
const inTurns = [...doubled, 'internal'] as const
const first: Policy = {
  title: 'Payroll records',
  text: 'Payroll records are kept for seven years.',
  question: 'For how many years are payroll records kept?',
}
const further: readonly Policy[] = [
  {
    title: 'Visitor badges',
    text: 'Visitor badges are returned within two days.',
    question: 'Within how many days are visitor badges returned?',
  },
  {
    title: 'Fire drills',
    text: 'Fire drills take place every four months.',
    question: 'Every how many months do fire drills take place?',
  },
  {
    title: 'Company cars',
    text: 'A company car is replaced after six years.',
    question: 'After how many years is a company car replaced?',
  },
  {
    title: 'Travel expenses',
    text: 'Travel expenses are claimed within thirty days.',
    question: 'Within how many days are travel expenses claimed?',
  },
  {
    title: 'Annual leave',
    text: 'Employees have 25 days of annual leave.',
    question: 'How many days of annual leave do employees have?',
  },
  {
    title: 'Laboratory coats',
    text: 'Laboratory coats are washed every three days.',
    question: 'Every how many days are laboratory coats washed?',
  },
]
/** Parts, and what handles events in them. */
const consumers: readonly (readonly [ProcessName, string])[] = [
  ...proxiedServices.map((name) => [name, name] as const),
  ['team', 'team-notifications'],
  ['master-admin', 'master-admin-audit'],
]

let folder: string
let stores: Stores
let last: RunningRelease
let next: RunningRelease
let noors: Worker
const proxies = new Map<CalledName, AlternatingProxy>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-releases-'))
  const { last: release } = await readReleases()
  const checkout = join(folder, 'last')
  await checkOut(release.commit, checkout)
  stores = await makeStores(inject('postgresAdminUrl'), join(folder, 'data'))
  last = await startRelease(stores, { checkout, version: release.version, names: processNames })
  for (const name of inTurns) proxies.set(name, await alternate(calledAt(name), [portOf(last, name)]))
  const { admin } = embeddedEngines({ ...stores.installation, version: 'this' }).identity
  const person = { firstName: 'Noor', lastName: 'Haddad', email: 'noor@halden.example' }
  await openIdentityAdmin(admin).createAccount({ ...noor, ...person })
  noors = new Worker(await signIn({ address: publicOrigin(stores.installation.ports), ...noor }))
  await noors.found('Halden')
  await noors.work(first)
  for (const name of processNames) await runFor(stores, name, 'migrate', name)
  next = await startRelease(stores, { checkout: workspaceRoot, version: 'this', names: doubled })
  for (const [name, proxy] of proxies) proxy.lead([portOf(last, name), portOf(next, name)])
})

afterAll(async () => {
  for (const proxy of proxies.values()) proxy.close()
  for (const release of [next, last]) await release?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('serves one organization from both releases, whichever process each request meets', async () => {
  for (const policy of further) await noors.work(policy)
  await noors.expectAudited()
  expect(faults(), saidByBoth()).toEqual([])
  for (const name of inTurns) expect([name, proxies.get(name)?.served.size]).toEqual([name, 2])
})

it('leaves no event behind that one of them did not understand', async () => {
  for (const [name, consumer] of consumers)
    expect(await runFor(stores, name, 'operate/dead-letters', 'list', consumer)).toBe(
      'There are no dead letters.\n',
    )
})

it('goes on with this release alone, with all that either has written', async () => {
  for (const [name, proxy] of proxies) proxy.lead([portOf(next, name)])
  await last.stop()
  await runFor(stores, 'documents', 'operate/reindex')
  await noors.expectAllAnswered()
  await noors.expectAudited()
  expect(faults(), saidByBoth()).toEqual([])
})

const portOf = ({ ports }: RunningRelease, name: CalledName) => ports.get(name) ?? 0

/** Of a part, whichever process of it answers. */
function calledAt(name: (typeof inTurns)[number]): number {
  const { ports } = stores.installation
  return ports[name === 'gateway' ? 'public' : name]
}

const faults = () => [...proxies.values()].flatMap((proxy) => proxy.faults)
const saidByBoth = () => `${last.said()}\n${next.said()}`.slice(-6000)
