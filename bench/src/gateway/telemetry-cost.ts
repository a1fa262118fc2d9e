import { type Contender, type Effort, measure } from './measure.ts'
import { cores, startPinned } from './pinned-process.ts'
import { contenderTable, ratioLine } from './report.ts'
import { type ContenderProgram, Ready, withContenders } from './with-contenders.ts'

type Environment = Readonly<Record<string, string>>

const off = 'traces off'
const route = './kit-route-process.ts'
const gateway = './routing-process.ts'

/** Traces to a collector, every second rather than every five: bursts take a few. */
function sent(collector: string, share: number): Environment {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(share),
    OTEL_BSP_SCHEDULE_DELAY: '1000',
  }
}

/**
 * What counting and traces cost a bare route, and a request through the gateway to one. Real
 * requests do more, so that the same costs are a smaller share of them.
 */
export async function telemetryCost(effort: Effort): Promise<string> {
  const collector = await startPinned(cores.load, { file: './upstream-process.ts' })
  const { url } = Ready.parse(collector.ready)
  try {
    return [await ofBareRoute(url, effort), await throughGateway(url, effort)].join('\n')
  } finally {
    await collector.stop()
  }
}

async function ofBareRoute(collector: string, effort: Effort): Promise<string> {
  const [uncounted, recorded] = ['nothing counted', 'each request recorded and sent']
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const programs: readonly ContenderProgram[] = [
    { name: uncounted, file: route, args: ['uncounted'] },
    { name: off, file: route, environment: {} },
    { name: recorded, file: route, environment: sent(collector, 1), headers: { traceparent } },
  ]
  const bursts = await withContenders(programs, (contenders) => measure(contenders, effort))
  return contenderTable('Telemetry: bare service route', bursts, [
    ratioLine({ bursts, of: off, to: uncounted, reach: 'P1 includes it' }),
    ratioLine({ bursts, of: recorded, to: off, reach: 'no target: few are' }),
  ])
}

const inUse = {
  recent: "the latest kept, a few per second (npm start's)",
  tenth: "a tenth recorded and sent (the chart's)",
  all: 'all recorded and sent',
} as const

async function throughGateway(collector: string, effort: Effort): Promise<string> {
  const environments: Readonly<Record<string, Environment>> = {
    [off]: {},
    [inUse.recent]: { RECENT_TRACES: 'on' },
    [inUse.tenth]: sent(collector, 0.1),
    [inUse.all]: sent(collector, 1),
  }
  const routes = Object.entries(environments).map(([name, environment]) => ({
    name,
    environment,
    file: route,
  }))
  const gatewayTo = ({ name, url }: Contender): ContenderProgram => {
    return { name, environment: environments[name] ?? {}, file: gateway, args: [new URL(url).origin] }
  }
  const bursts = await withContenders(routes, (services) =>
    withContenders(services.map(gatewayTo), (gateways) =>
      measure(
        gateways.map((one, at) => ({ ...one, pids: [...one.pids, ...(services[at]?.pids ?? [])] })),
        effort,
      ),
    ),
  )
  const ratio = (of: string, reach: string) => ratioLine({ bursts, of, to: off, reach })
  return contenderTable('Telemetry: through the gateway, routing only, to a bare service route', bursts, [
    ratio(inUse.recent, '≤ 1.15'),
    ratio(inUse.tenth, '≤ 1.15'),
    ratio(inUse.all, 'no target'),
  ])
}
