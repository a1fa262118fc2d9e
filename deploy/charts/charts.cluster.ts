import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { proxiedServices, serviceUrlVariable } from '@portal/contracts/services'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { type ChartTools, chartTools } from '../cluster/install/chart-tools.ts'
import { kubernetesVersion } from '../cluster/install/schemas.ts'
import { toolsOf } from '../engines/install/tools.ts'
import { embeddedEngines } from '../standalone/embedded-engines.ts'
import { databaseNames, type Installation, portNames, topology } from '../standalone/topology.ts'
import { chartNames } from './chart-readme.ts'
import { writeCustomSchemas } from './custom-schemas.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const run = promisify(execFile)
const profiles = ['small', 'production'] as const
type Profile = (typeof profiles)[number]

let tools: ChartTools
let folder: string

beforeAll(async () => {
  tools = await chartTools(toolsOf(process.env), console.log)
  folder = await mkdtemp(join(tmpdir(), 'portal-charts-'))
  for (const definitions of [tools.gatewayApi, tools.prometheusOperator])
    await writeCustomSchemas(definitions, join(folder, 'custom'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const valuesOf = (profile: Profile) => ['--values', join(chart, `values-${profile}.yaml`)]

async function render(profile: Profile, ...further: readonly string[]): Promise<string> {
  const args = ['template', 'portal', chart, '--namespace', 'portal', '--kube-version', kubernetesVersion]
  const { stdout } = await run(tools.helm, [...args, ...valuesOf(profile), ...further], {
    maxBuffer: 1 << 26,
  })
  return stdout
}

/** What is off in both profiles, with the Prometheus Operator's objects. */
const allOn = [
  'ingress.enabled=true',
  ...['annotations', 'podMonitor.enabled', 'rules.enabled', 'dashboards.enabled'].map(
    (name) => `telemetry.${name}=true`,
  ),
  'telemetry.traces.endpoint=http://collector.monitoring.svc:4318',
  'networkPolicy.metricsFrom[0].podSelector.matchLabels.app=prometheus',
  'parts.chat.autoscaling.enabled=true',
  'parts.chat.autoscaling.eventLag=500',
]

/** What the small profile cannot have: its stores are within the portal. */
const ofProduction = ['backup.existingSecret=portal-backup', 'restore.enabled=true']

/** What the schemas of Kubernetes and the Gateway API say of the objects in a file. */
async function accepted(file: string): Promise<string> {
  const locations = [join(tools.schemas, 'strict'), join(folder, 'custom')].flatMap((schemas) => {
    return ['-schema-location', join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json')]
  })
  const { stdout } = await run(tools.kubeconform, ['-strict', '-summary', ...locations, file])
  return stdout
}

describe.each(profiles)('the profile %s', (profile) => {
  it('passes helm lint', async () => {
    const { stdout } = await run(tools.helm, ['lint', '--strict', chart, ...valuesOf(profile)])
    expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed')
  })

  it('is rendered as reviewed (vitest -u writes it)', async () => {
    const rendered = withoutRandom(await render(profile))
    await expect(rendered).toMatchFileSnapshot(join(chart, 'golden', `${profile}.yaml`))
  })

  it('consists of objects that Kubernetes and the Gateway API accept, field by field', async () => {
    const file = join(folder, `${profile}.yaml`)
    const settings = profile === 'production' ? [...allOn, ...ofProduction] : allOn
    await writeFile(file, await render(profile, ...settings.flatMap((setting) => ['--set', setting])))
    expect(await accepted(file)).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/)
  })
})

it.each(chartNames)('the unit tests of %s pass', async (name) => {
  const { stdout } = await run(tools.unittest, [join(workspaceRoot, 'charts', name)])
  expect(stdout).toMatch(/Tests:\s+[1-9]\d* passed/)
})

it('a remote released alone is a Job that Kubernetes accepts, field by field', async () => {
  const values = ['image.repository=portal/remote-chat', 'portal.address=http://portal-gateway:8080']
  const further = ['portal.publicOrigin=https://portal.example.com', 'signingSecret=chat-team']
  const set = [...values, ...further].flatMap((value) => ['--set', value])
  const remote = join(workspaceRoot, 'charts', 'portal-remote')
  const { stdout: linted } = await run(tools.helm, ['lint', '--strict', remote, ...set])
  expect(linted).toContain('1 chart(s) linted, 0 chart(s) failed')
  const { stdout: rendered } = await run(tools.helm, ['template', 'chat', remote, ...set])
  const file = join(folder, 'remote.yaml')
  await writeFile(file, rendered)
  expect(await accepted(file)).toMatch(/Valid: 1, Invalid: 0, Errors: 0, Skipped: 0/)
})

it.each([
  ['publicOrigin=https://portal.example.com/path', /publicOrigin/],
  ['parts.team.existingSecret=', /parts\.team\.existingSecret names no Secret/],
  ['parts.team.replicas=0', /replicas/],
  ['parts.team.typo=1', /typo/],
  ['remotes.keys=team=abc', /remotes\.signingSecret names no Secret/],
  ['telemetry.annotations=true', /networkPolicy\.metricsFrom names nobody/],
])('with %s it is refused with the name of the value', async (setting, named) => {
  await expect(render('production', '--set', setting)).rejects.toThrow(named)
})

it('without an operator it is refused, since nobody could begin', async () => {
  await expect(render('production', '--set-json', 'operators=[]')).rejects.toThrow(/operators': minItems/)
})

it('lets through the calls that the compositions configure, and no others', async () => {
  expect(await policyCalls()).toEqual(configuredCalls())
})

const Policy = z.object({
  kind: z.literal('NetworkPolicy'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    egress: z
      .array(
        z.object({
          ports: z.array(z.object({ port: z.union([z.number(), z.string()]) })),
          to: z
            .array(
              z.object({
                podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  }),
})

/** `from to`, of every rule by which a part may reach the public port of another. */
async function policyCalls(): Promise<string[]> {
  const objects = parseAllDocuments(await render('small')).map((document) => document.toJS())
  const policies = objects.flatMap((object) => Policy.safeParse(object).data ?? [])
  return policies
    .flatMap(({ metadata, spec }) =>
      (spec.egress ?? [])
        .filter(({ ports }) => ports.some(({ port }) => port === 8080))
        .flatMap(({ to = [] }) => to.map((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/name']))
        .map((to) => `${metadata.name.replace(/^portal-/, '')} ${to}`),
    )
    .filter((call) => call !== 'test gateway' && call !== 'gateway identity')
    .sort()
}

/** The same, by the variables that name another service's address. */
function configuredCalls(): string[] {
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
  return ['gateway' as const, ...proxiedServices]
    .flatMap((from) =>
      proxiedServices
        .filter((to) => serviceUrlVariable(to) in environments[from])
        .map((to) => `${from} ${to}`),
    )
    .sort()
}

function named<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}

/** Keys are drawn anew without a cluster that knows them; what follows from them too. */
function withoutRandom(rendered: string): string {
  return rendered
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/[A-Za-z0-9+/]{59}=/g, '<key>')
    .replace(/[A-Za-z0-9+/]{43}=/g, '<key>')
}
