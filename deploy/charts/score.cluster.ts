import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ChartTools, chartTools } from '../cluster/install/chart-tools.ts'
import { kubernetesVersion } from '../cluster/install/schemas.ts'
import { toolsOf } from '../engines/install/tools.ts'
import { allOn, type Profile, profiles, renderChart, renderRemote, set } from './render-chart.fixture.ts'

/** What kube-score finds and is meant so: its check, the kinds or the object, and why. */
interface Exemption {
  readonly check: string
  readonly of: RegExp
  readonly why: string
}

const ofAll: readonly Exemption[] = [
  {
    check: 'container-image-pull-policy',
    of: /^(Deployment|StatefulSet|Job|CronJob|Pod) /,
    why: 'Tags and digests never change, and a pod must start while the registry is away: image.pullPolicy.',
  },
  {
    check: 'container-ephemeral-storage-request-and-limit',
    of: /^(Deployment|StatefulSet|Job|CronJob|Pod) /,
    why: 'Roots are read-only and every emptyDir has a limit, as another test says.',
  },
]

const ofPortal: readonly Exemption[] = [
  ...ofAll,
  {
    check: 'deployment-has-host-podantiaffinity',
    of: /^Deployment /,
    why: 'Spread over nodes and zones by topologySpreadConstraints, which another check accepts.',
  },
]

const exemptions: Readonly<Record<Profile, readonly Exemption[]>> = {
  small: [
    ...ofPortal,
    { check: 'deployment-strategy', of: /^Deployment /, why: 'One node, volumes that one pod may write.' },
    { check: 'deployment-replicas', of: /^Deployment /, why: 'It is for trying out, on one node.' },
    {
      check: 'container-security-context-user-group-id',
      of: /^StatefulSet portal-postgres$/,
      why: 'The account that the official image has, and that owns what is on its volume.',
    },
    {
      check: 'pod-probes-identical',
      of: /^StatefulSet portal-postgres$/,
      why: 'Six refusals in a minute are another matter than one in five seconds.',
    },
    {
      check: 'statefulset-has-servicename',
      of: /^StatefulSet portal-postgres$/,
      why: 'Nobody asks for its one pod by name, and a Service cannot become headless in an upgrade.',
    },
  ],
  production: ofPortal,
}

const Scored = z.array(
  z.object({
    type_meta: z.object({ kind: z.string() }),
    object_meta: z.object({ name: z.string() }),
    checks: z.array(
      z.object({ check: z.object({ id: z.string() }), grade: z.number(), skipped: z.boolean() }),
    ),
  }),
)
const allOk = 10

let tools: ChartTools
let folder: string

beforeAll(async () => {
  tools = await chartTools(toolsOf(process.env), console.log)
  folder = await mkdtemp(join(tmpdir(), 'portal-score-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is not as kube-score wants it, as `<check>: <kind> <name>`. */
async function findings(rendered: string): Promise<string[]> {
  const file = join(folder, 'rendered.yaml')
  await writeFile(file, rendered)
  const optional = ['container-seccomp-profile', 'container-ports-check']
  const args = [
    ...['score', '--output-format', 'json', '--ignore-container-cpu-limit'],
    ...['--kubernetes-version', `v${kubernetesVersion.replace(/\.\d+$/, '')}`],
    ...optional.flatMap((check) => ['--enable-optional-test', check]),
  ]
  const scored = Scored.parse(JSON.parse(await outputOf(tools.kubeScore, [...args, file])))
  expect(scored.length).toBeGreaterThan(0)
  return scored
    .flatMap(({ type_meta, object_meta, checks }) =>
      checks
        .filter(({ grade, skipped }) => !skipped && grade < allOk)
        .map(({ check }) => `${check.id}: ${type_meta.kind} ${object_meta.name}`),
    )
    .sort()
}

/** It ends with 1 when it finds something. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 26 }, (error, stdout) => {
      if (error && error.code !== 1) reject(error)
      else resolve(stdout)
    })
  })
}

const covers = ({ check, of }: Exemption, finding: string) => {
  const [found, object = ''] = finding.split(': ')
  return found === check && of.test(object)
}

describe.each(profiles)('the profile %s', (profile) => {
  it('has nothing that kube-score finds, but what is exempt with a reason', async () => {
    const rendered = await renderChart(tools.helm, profile, ...set(allOn[profile]))
    const found = await findings(rendered)
    const exempt = exemptions[profile]
    expect(found.filter((finding) => !exempt.some((one) => covers(one, finding)))).toEqual([])
    expect(exempt.filter((one) => !found.some((finding) => covers(one, finding)))).toEqual([])
  })

  it('has no emptyDir without a limit', async () => {
    const rendered = await renderChart(tools.helm, profile, ...set(allOn[profile]))
    expect(rendered.match(/emptyDir:/g)?.length).toBe(rendered.match(/sizeLimit:/g)?.length)
  })
})

it('a remote released alone has nothing that kube-score finds, but what is exempt', async () => {
  const found = await findings(await renderRemote(tools.helm))
  expect(found.filter((finding) => !ofAll.some((one) => covers(one, finding)))).toEqual([])
})
