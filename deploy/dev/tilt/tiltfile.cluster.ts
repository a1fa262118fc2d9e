import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { helm as helmProgram } from '../../cluster/install/chart-tools.ts'
import { installed } from '../../cluster/install/installed.ts'
import { toolsOf } from '../../engines/install/tools.ts'
import { processNames } from '../../standalone/topology.ts'
import {
  type Evaluate,
  type KubernetesObject,
  type TiltCall,
  tiltfileEvaluator,
} from './evaluate-tiltfile.ts'

const run = promisify(execFile)
let evaluate: Evaluate
let helm: string
let remotes: string[]

beforeAll(async () => {
  const tools = toolsOf(process.env)
  helm = join(await installed(helmProgram, { tools, note: console.log }), 'helm')
  evaluate = await tiltfileEvaluator({ tools, helm }, console.log)
  remotes = await readdir(join(workspaceRoot, 'remotes'))
})

const nameOf = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`
const resourceOf = (call: TiltCall) => call.new_name ?? call.name ?? call.workload ?? ''
const isResource = (call: TiltCall) => call.function.endsWith('_resource')

const Deployed = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.looseObject({
            args: z.array(z.string()),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            securityContext: z.looseObject({ readOnlyRootFilesystem: z.boolean() }),
          }),
        ),
      }),
    }),
  }),
})

/** What the chart itself renders, with the same values. */
async function rendered(): Promise<Map<string, KubernetesObject>> {
  const values = [
    'charts/portal/values-small.yaml',
    'deploy/dev/tilt/values.yaml',
    '.portal/tilt/values.json',
  ]
  const args = ['template', 'portal', 'charts/portal', '--namespace', 'default']
  const { stdout } = await run(helm, [...args, ...values.flatMap((file) => ['--values', file])], {
    cwd: workspaceRoot,
    maxBuffer: 1 << 26,
  })
  const objects = parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? [])
  return new Map(objects.map((object: KubernetesObject) => [nameOf(object), object]))
}

describe('tilt up', () => {
  it('deploys what the chart renders, but sources in containers whose files can be replaced', async () => {
    const { objects } = await evaluate()
    const chart = await rendered()
    expect(objects.map(nameOf).sort()).toEqual([...chart.keys(), 'Secret tilt-remotes-key'].sort())
    for (const object of objects.filter(({ kind }) => kind === 'Deployment')) {
      const expected = structuredClone(chart.get(nameOf(object)))
      const [own] = Deployed.parse(expected).spec.template.spec.containers
      const changed = Deployed.parse(object).spec.template.spec.containers[0]
      expect(changed?.args).toEqual(own?.args.map((argument) => argument.replace(/\.js$/, '.ts')))
      expect(changed?.securityContext.readOnlyRootFilesystem).toBe(false)
    }
    const others = objects.filter(({ kind, metadata }) => {
      return kind !== 'Deployment' && metadata.name !== 'tilt-remotes-key'
    })
    for (const object of others) expect(object).toEqual(chart.get(nameOf(object)))
  })

  it('has a resource for each part and remote, with what it depends on, links and ports of its own', async () => {
    const { calls, objects } = await evaluate()
    const resources = calls.filter(isResource)
    const names = resources.map(resourceOf)
    const expected = ['postgres', ...processNames, ...remotes.map((name) => `remote-${name}`)]
    expect(names.sort()).toEqual(expected.sort())
    for (const { resource_deps, links, workload } of resources) {
      expect(names).toEqual(expect.arrayContaining(resource_deps))
      if (workload !== 'portal-postgres') expect(links.length).toBeGreaterThan(0)
      if (workload !== undefined) expect(objects.map(({ metadata }) => metadata.name)).toContain(workload)
    }
    const ports = resources.flatMap((call) => call.port_forwards.map(({ local_port }) => local_port))
    expect(new Set(ports).size).toBe(ports.length)
  })

  it('renews containers without building images, from all folders of sources', async () => {
    const { calls } = await evaluate()
    const services = calls.find(({ ref }) => ref === 'portal/services')
    const synced = services?.live_update.filter(({ function: name }) => name === 'sync')
    expect(synced?.map(({ remote_path }) => remote_path)).toEqual([
      '/app/packages',
      '/app/services',
      '/app/deploy',
    ])
    expect(services?.only).toEqual(expect.arrayContaining(['packages', 'services', 'deploy']))
  })

  it('names the images that the chart runs', async () => {
    const { calls, objects } = await evaluate()
    const images = JSON.stringify(objects).matchAll(/"image":"(portal\/[^":@]+)/g)
    const built = calls.flatMap(({ ref }) => ref ?? [])
    expect(built.sort()).toEqual([...new Set([...images].map(([, name]) => name))].sort())
  })

  it('draws its keys once: a second evaluation deploys the same', async () => {
    expect((await evaluate()).objects).toEqual((await evaluate()).objects)
  })
})

describe.each(processNames)('tilt up -- --here %s', (name) => {
  it('runs it from this checkout, as the cluster would, and nothing of it there', async () => {
    const inCluster = await evaluate()
    const { calls, objects } = await evaluate({ here: [name] })
    const deployments = objects.filter(({ kind }) => kind === 'Deployment').map(nameOf)
    expect(deployments).not.toContain(`Deployment portal-${name}`)
    expect(deployments.length).toBe(processNames.length - 1)
    const local = calls.find((call) => call.name === name)
    expect(local?.serve_cmd).toBe(`npm run --silent tilt -- part ${name}`)
    const variables = Object.keys(local?.serve_env ?? {})
    for (const variable of variablesOf(name, inCluster.objects)) expect(variables).toContain(variable)
    // Nothing that only the cluster can resolve.
    expect(JSON.stringify(local?.serve_env)).not.toMatch(/portal-[a-z-]+:\d|"\/(data|shell|remotes)/)
  })
})

it('parts in the cluster call those that run from here, at the port where these listen', async () => {
  const { calls, objects } = await evaluate({ here: ['documents'], host: 'machine.test' })
  const port = calls.find(({ name }) => name === 'documents')?.serve_env['LISTEN_PORT']
  for (const caller of ['gateway', 'chat', 'analytics']) {
    const deployment = objects.find((object) => nameOf(object) === `Deployment portal-${caller}`)
    const [container] = Deployed.parse(deployment).spec.template.spec.containers
    expect(container?.env).toContainEqual({ name: 'DOCUMENTS_URL', value: `http://machine.test:${port}` })
  }
  expect(objects.map(({ kind }) => kind)).not.toContain('NetworkPolicy')
})

it('remotes from here come from one development server, before the gateway at the public address', async () => {
  const { calls } = await evaluate({ here: ['remote-chat'] })
  const server = calls.find(({ name }) => name === 'front-ends')
  expect(server?.serve_cmd).toBe('npm run --silent tilt -- front-ends http://localhost:8180')
  const gateway = calls.find((call) => call.new_name === 'gateway')
  expect(gateway?.port_forwards).toContainEqual({ local_port: 8180, container_port: 8080 })
  expect(calls.map(resourceOf).filter((name) => name.startsWith('remote-'))).toEqual([])
})

it('refuses a name that nothing has, with those that there are', async () => {
  await expect(evaluate({ here: ['chart'] })).rejects.toThrow(/There is no "chart".*remote-team/s)
})

/** Of the Deployment and the Secret that the part has in the cluster. */
function variablesOf(name: string, objects: readonly KubernetesObject[]): string[] {
  const own = objects.filter(({ metadata }) => metadata.name === `portal-${name}`)
  const secret = z.object({ kind: z.literal('Secret'), stringData: z.record(z.string(), z.string()) })
  const secrets = own.flatMap((object) => Object.keys(secret.safeParse(object).data?.stringData ?? {}))
  const deployment = own.find(({ kind }) => kind === 'Deployment')
  const [container] = Deployed.parse(deployment).spec.template.spec.containers
  return [...secrets, ...(container?.env ?? []).map((variable) => variable.name)]
}
