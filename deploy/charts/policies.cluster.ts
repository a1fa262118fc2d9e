import { proxiedServices, serviceUrlVariable } from '@portal/contracts/services'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { beforeAll, describe, expect, it } from 'vitest'
import { chartTools } from '../cluster/install/chart-tools.ts'
import { toolsOf } from '../engines/install/tools.ts'
import { embeddedEngines } from '../standalone/embedded-engines.ts'
import { databaseNames, type Installation, portNames, topology } from '../standalone/topology.ts'
import { type Connection, documentedConnections } from './documented-connections.fixture.ts'
import { type Policy, policiesOf } from './network-policies.fixture.ts'
import { type Profile, profiles, renderChart, set } from './render-chart.fixture.ts'

const engines = [
  ...['postgres', 'events', 'files', 'search', 'models', 'provider', 'providerDatabase', 'mail'],
  'collector',
]

/** Values that name who is outside of the release, each with labels of its own. */
const settings = [
  ...[
    ['ingressFrom', 'browsers'],
    ['providerFrom', 'provider'],
    ['metricsFrom', 'prometheus'],
  ].map(([value, name]) => `${value}[0].podSelector.matchLabels.app\\.kubernetes\\.io/name=${name}`),
  ...engines.map((engine) => `engines.${engine}.to[0].podSelector.matchLabels.engine=${engine}`),
  // By default it is no other than the parts'.
  'engines.providerDatabase.ports[0]=5432',
].map((value) => `networkPolicy.${value}`)

/** Without an endpoint nobody may reach a collector. */
const traced = 'telemetry.traces.endpoint=http://collector.monitoring.svc:4318'

/** The same table, as far as it concerns a profile. */
const concerned: Readonly<Record<Profile, (connection: Connection) => Connection | null>> = {
  // The log of events is in Postgres, files and index are on volumes, and the provider is a part.
  small: ({ from, to }) => {
    const isElsewhere = ['events', 'files', 'search', 'provider'].includes(to)
    const isAbsent = ['provision', 'backup'].includes(from)
    return isElsewhere || isAbsent ? null : { from, to: to === 'postgres' ? 'postgres:5432' : to }
  },
  production: ({ from, to }) => (from === 'identity' || to.startsWith('identity:') ? null : { from, to }),
}

let helm: string
let documented: readonly Connection[]

beforeAll(async () => {
  helm = (await chartTools(toolsOf(process.env), console.log)).helm
  documented = await documentedConnections()
})

describe.each(profiles)('the policies of the profile %s', (profile) => {
  let policies: readonly Policy[]
  let expected: readonly Connection[]

  beforeAll(async () => {
    policies = policiesOf(await renderChart(helm, profile, ...set([...settings, traced])))
    expected = documented.flatMap((connection) => concerned[profile](connection) ?? [])
  })

  it('let each pod reach whom the architecture names, and nobody else', () => {
    const found = policies.filter(({ pod }) => pod !== 'all').flatMap(({ egress }) => egress)
    expect(sentences(found)).toEqual(sentences(expected.filter(({ from }) => !isOutside(from))))
  })

  it('let each pod be reached by whom the architecture names, and nobody else', () => {
    expect(sentences(policies.flatMap(({ ingress }) => ingress))).toEqual(
      sentences(expected.filter(({ to }) => to.includes(':'))),
    )
  })

  it('deny every pod of the release everything else but names', () => {
    const names = { from: 'all', to: 'all:53' }
    expect(policies.filter(({ pod }) => pod === 'all')).toEqual([
      { pod: 'all', types: ['Ingress', 'Egress'], ingress: [], egress: [] },
      { pod: 'all', types: ['Egress'], ingress: [], egress: [names, names] },
    ])
  })
})

it('the architecture names the calls that the compositions configure, and no others', () => {
  const services: readonly string[] = proxiedServices
  const between = documented.flatMap(({ from, to }) => {
    const [part = '', port] = to.split(':')
    return isOurs(from) && services.includes(part) && port === '8080' ? [{ from, to: part }] : []
  })
  expect(sentences(between)).toEqual(sentences(configuredCalls()))
})

const isOutside = (name: string) => ['browsers', 'provider', 'prometheus', 'publication'].includes(name)
const isOurs = (name: string) => name === 'gateway' || (proxiedServices as readonly string[]).includes(name)

const sentences = (connections: readonly Connection[]) =>
  [...new Set(connections.map(({ from, to }) => `${from} to ${to}`))].sort()

/** By the variables that name another service's address. */
function configuredCalls(): Connection[] {
  const installation: Installation = {
    ports: named(portNames, 1),
    databases: named(databaseNames, { owner: 'o', app: 'a', platform: 'p' }),
    secrets: {
      ...{ gateway: 'g', oidcClient: 'o', identityAdmin: 'i', audit: 'a' },
      remotes: makeSigningKey().privateKey,
    },
    ...{ dataFolder: '', mailer: '', shellDirectory: '', remotesDirectory: '', logLevel: '', version: '' },
  }
  const environments = topology(installation, embeddedEngines(installation))
  return ['gateway' as const, ...proxiedServices].flatMap((from) =>
    proxiedServices.filter((to) => serviceUrlVariable(to) in environments[from]).map((to) => ({ from, to })),
  )
}

function named<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}
