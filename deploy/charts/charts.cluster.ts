import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChartTools, chartTools } from '../cluster/install/chart-tools.ts'
import { toolsOf } from '../engines/install/tools.ts'
import { chartNames } from './chart-readme.ts'
import { writeCustomSchemas } from './custom-schemas.ts'
import {
  allOn,
  chart,
  profiles,
  remoteChart,
  remoteValues,
  renderChart,
  renderRemote,
  run,
  set,
  valuesOf,
} from './render-chart.fixture.ts'

let tools: ChartTools
let folder: string

beforeAll(async () => {
  tools = await chartTools(toolsOf(process.env), console.log)
  folder = await mkdtemp(join(tmpdir(), 'portal-charts-'))
  for (const definitions of [tools.gatewayApi, tools.prometheusOperator])
    await writeCustomSchemas(definitions, join(folder, 'custom'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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
    const rendered = withoutRandom(await renderChart(tools.helm, profile))
    await expect(rendered).toMatchFileSnapshot(join(chart, 'golden', `${profile}.yaml`))
  })

  it('consists of objects that Kubernetes and the Gateway API accept, field by field', async () => {
    const file = join(folder, `${profile}.yaml`)
    const rendered = await renderChart(tools.helm, profile, ...set(allOn[profile]))
    await writeFile(file, rendered)
    // Scalers, and kinds of operators: none of them is let off.
    for (const kind of ['HorizontalPodAutoscaler', 'HTTPRoute', 'Ingress', 'PodMonitor', 'PrometheusRule'])
      expect(rendered).toContain(`kind: ${kind}\n`)
    expect(await accepted(file)).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/)
  })
})

it.each(chartNames)('the unit tests of %s pass', async (name) => {
  const { stdout } = await run(tools.unittest, [join(workspaceRoot, 'charts', name)])
  expect(stdout).toMatch(/Tests:\s+[1-9]\d* passed/)
})

it('a remote released alone is a Job and its policy, which Kubernetes accepts, field by field', async () => {
  const { stdout: linted } = await run(tools.helm, ['lint', '--strict', remoteChart, ...remoteValues])
  expect(linted).toContain('1 chart(s) linted, 0 chart(s) failed')
  const file = join(folder, 'remote.yaml')
  await writeFile(file, await renderRemote(tools.helm))
  expect(await accepted(file)).toMatch(/Valid: 2, Invalid: 0, Errors: 0, Skipped: 0/)
})

it.each([
  ['publicOrigin=https://portal.example.com/path', /publicOrigin/],
  ['parts.team.existingSecret=', /parts\.team\.existingSecret names no Secret/],
  ['parts.team.replicas=0', /replicas/],
  ['parts.team.typo=1', /typo/],
  ['remotes.keys=team=abc', /remotes\.signingSecret names no Secret/],
  ['telemetry.annotations=true', /networkPolicy\.metricsFrom names nobody/],
])('with %s it is refused with the name of the value', async (setting, named) => {
  await expect(renderChart(tools.helm, 'production', ...set([setting]))).rejects.toThrow(named)
})

it('without an operator it is refused, since nobody could begin', async () => {
  const rendered = renderChart(tools.helm, 'production', '--set-json', 'operators=[]')
  await expect(rendered).rejects.toThrow(/operators': minItems/)
})

/** Keys are drawn anew without a cluster that knows them; what follows from them too. */
function withoutRandom(rendered: string): string {
  return rendered
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/[A-Za-z0-9+/]{59}=/g, '<key>')
    .replace(/[A-Za-z0-9+/]{43}=/g, '<key>')
}
