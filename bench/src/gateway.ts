import { mkdtemp, rm } from 'node:fs/promises'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Burst, type Effort, measure } from './gateway/measure.ts'
import { type Nginx, startNginx } from './gateway/nginx.ts'
import { measurePassportChecks } from './gateway/passport-checks.ts'
import { cores, isPinned, startPinned } from './gateway/pinned-process.ts'
import { contenderTable, passportTable, ratioLine } from './gateway/report.ts'
import { telemetryCost } from './gateway/telemetry-cost.ts'
import { startWholeGateway } from './gateway/whole-gateway.ts'
import { Ready, withContenders } from './gateway/with-contenders.ts'
import type { Result } from './measure/report.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--requests', '500', '--warm-up', '500']
const parts = ['all', 'telemetry'] as const

/**
 * P1 to P4: bare route, routing, whole gateway and repeated passport checks, each against a
 * reference; and what telemetry costs, which `--part telemetry` measures alone. `--rounds` (10),
 * `--requests` per burst (8,000), `--warm-up` requests (20,000).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '10' },
      requests: { type: 'string', default: '8000' },
      'warm-up': { type: 'string', default: '20000' },
      part: { type: 'string', default: 'all' },
    },
  })
  if (!parts.some((part) => part === values.part)) throw new Error(`There is no part ${values.part}.`)
  const requests = Number(values.requests)
  const effort = {
    rounds: Number(values.rounds),
    ...{ requests, warmUp: Math.max(requests, Number(values['warm-up'])), connections: 32 },
  }
  const how = `${effort.rounds} rounds`
  if (values.part === 'telemetry') {
    const paragraphs = [method(effort), await telemetryCost(effort)]
    return [{ name: 'gateway-telemetry', how, paragraphs }]
  }
  const sections = [
    await bareRoute(effort),
    await routing(effort),
    await wholeGateway(effort),
    passportTable(await measurePassportChecks()),
    await telemetryCost(effort),
  ]
  return [{ name: 'gateway', how, paragraphs: [method(effort), ...sections] }]
}

function method({ requests, connections }: Effort): string {
  const [cpu] = cpus()
  const setting = isPinned
    ? `servers on core ${cores.servers}, load and upstream on core ${cores.load}`
    : 'not pinned: no taskset here'
  return `CPU per request against references: ${cpu?.model ?? arch()}, ${setting}. Interleaved rounds of
${requests} requests over ${connections} connections, the order reversed every other round. CPU is user and system time of the contender's
processes; ratios are medians of the rounds' ratios. The machine was shared while this was measured, and load and upstream fill their
core about as early as a proxy fills its own: what a proxy could serve is shown by requests per second of its CPU, not by throughput.
`
}

/** P1 */
async function bareRoute(effort: Effort): Promise<string> {
  return withContenders(
    [
      { name: 'node:http', file: './raw-http-process.ts' },
      { name: 'hono alone', file: './bare-hono-process.ts' },
      { name: 'service route', file: './kit-route-process.ts' },
    ],
    async (contenders) => {
      const bursts = await measure(contenders, effort)
      return contenderTable('P1: bare service route', bursts, [
        ratioLine({ bursts, of: 'service route', to: 'node:http', reach: '≤ 1.25' }),
        ratioLine({ bursts, of: 'hono alone', to: 'node:http', reach: 'known 1.05 to 1.12' }),
      ])
    },
  )
}

/** P2 */
async function routing(effort: Effort): Promise<string> {
  const upstream = await startPinned(cores.load, { file: './upstream-process.ts' })
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'))
  const { url } = Ready.parse(upstream.ready)
  const nginx = await startNginx(folder, url)
  try {
    return await withContenders(
      [
        { name: 'gateway, routing only', file: './routing-process.ts', args: [url] },
        { name: '@fastify/http-proxy', file: './fastify-proxy-process.ts', args: [url] },
      ],
      async (contenders) => {
        const bursts = await measure(
          [...contenders, ...('contender' in nginx ? [nginx.contender] : [])],
          effort,
        )
        return contenderTable(
          `P2: gateway, routing only (${nginxNote(nginx)})`,
          bursts,
          routingRatios(bursts, nginx),
        )
      },
    )
  } finally {
    if ('stop' in nginx) await nginx.stop()
    await upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function nginxNote(nginx: Nginx): string {
  return 'missing' in nginx ? `nginx is missing: ${nginx.missing}` : nginx.version
}

function routingRatios(bursts: Map<string, Burst[]>, nginx: Nginx): string[] {
  const own = 'gateway, routing only'
  const fastify = ratioLine({ bursts, of: own, to: '@fastify/http-proxy', reach: 'no target' })
  if ('missing' in nginx) return [fastify]
  return [ratioLine({ bursts, of: own, to: nginx.contender.name, reach: '≤ 4.0' }), fastify]
}

/** P3 */
async function wholeGateway(effort: Effort): Promise<string> {
  const upstream = await startPinned(cores.load, { file: './upstream-process.ts' })
  const { url } = Ready.parse(upstream.ready)
  try {
    await using gateway = await startWholeGateway(url)
    return await withContenders(
      [{ name: '@fastify/http-proxy', file: './fastify-proxy-process.ts', args: [url] }],
      async (contenders) => {
        const bursts = await measure([gateway.contender, ...contenders], effort)
        const of = gateway.contender.name
        return contenderTable('P3: gateway with session, passport, rate limit and request id', bursts, [
          ratioLine({ bursts, of, to: '@fastify/http-proxy', reach: '≥ 1.2', figure: 'perCpuSecond' }),
          ratioLine({ bursts, of, to: '@fastify/http-proxy', reach: 'see above', figure: 'perSecond' }),
        ])
      },
    )
  } finally {
    await upstream.stop()
  }
}
