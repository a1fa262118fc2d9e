import type { Family, Labels } from './metrics.ts'

const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
const textType = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics in one of the two formats that Prometheus reads, by what `accept` asks for. */
export interface Exposition {
  readonly contentType: string
  readonly body: string
}

/**
 * Writes metrics in the OpenMetrics text format where the client accepts it, else in the older
 * Prometheus one (https://prometheus.io/docs/specs/om/open_metrics_spec).
 */
export function expose(families: readonly Family[], accept: string, constant: Labels): Exposition {
  const isOpen = accept.includes('application/openmetrics-text')
  const lines = families.flatMap((family) => linesOf(family, isOpen, constant))
  const end = isOpen ? ['# EOF'] : []
  return { contentType: isOpen ? openMetricsType : textType, body: `${[...lines, ...end].join('\n')}\n` }
}

function linesOf({ name, type, help, samples }: Family, isOpen: boolean, constant: Labels): string[] {
  // OpenMetrics names the family of a counter without the suffix of its samples.
  const family = isOpen && type === 'counter' ? name.replace(/_total$/, '') : name
  const head = [`# HELP ${family} ${escaped(help)}`, `# TYPE ${family} ${type}`]
  const rows = samples.map(
    ({ suffix, labels, value }) => `${name}${suffix}${written({ ...constant, ...labels })} ${value}`,
  )
  return [...head, ...rows]
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}
