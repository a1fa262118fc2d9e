import { cpus } from 'node:os'
import { measuredCommit } from '@portal/testkit/bench-results'
import type { LoadResults } from './load-results.ts'

const ms = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
const optionOf = (composition: string) => (composition.endsWith(':services') ? ' --services' : '')
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`

/** The results as a section of `bench/results/load.md`, named for the composition. */
export function loadSection(results: LoadResults): string {
  const { profile, composition, seconds, requests, failed, acts, droppedActs, limits, portal } = results
  const kept = limits.filter(({ isKept }) => isKept).length
  const perSecond = (requests / seconds).toFixed(1)
  const paragraphs = [
    composition.replace(/^npm run /, ''),
    `\`npm run load -- ${profile}${optionOf(composition)} --table\` · commit ${measuredCommit()} · ${cpus().length} cores, Node ${process.versions.node} · ${results.startedAt.slice(0, 10)}`,
    `${requests} requests in ${seconds.toFixed(0)} s (${perSecond} per second) by ${acts} acts; ${failed} failed (${percent(failed, requests)}), ${droppedActs} acts were not begun in time; ${kept} of ${limits.length} limits kept. The load, its browser and the portal share the machine.`,
    routesTable(results),
    measuresTable(results),
    ...(portal
      ? [partsTable(portal), `Events published: ${portal.eventsPerSecond.toFixed(1)} per second.`]
      : []),
  ]
  return paragraphs.join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function routesTable({ routes }: LoadResults): string {
  return table(
    ['route', 'requests', 'failed', 'p50 ms', 'p95 ms', 'p99 ms'],
    routes.map((route) => {
      const { name, requests, failed, p50, p95, p99 } = route
      return [name, requests, percent(failed, requests), ms(p50), ms(p95), ms(p99)]
    }),
  )
}

function measuresTable({ measures }: LoadResults): string {
  return table(
    ['measure', 'times', 'p50 ms', 'p95 ms', 'p99 ms'],
    measures.map(({ name, count, p50, p95, p99 }) => [name, count, ms(p50), ms(p95), ms(p99)]),
  )
}

function partsTable({ parts }: NonNullable<LoadResults['portal']>): string {
  return table(
    ['part of the portal', 'CPU, % of one core', 'memory at most, MB'],
    parts.map(({ name, cpuShare, peakMb }) => [name, (cpuShare * 100).toFixed(1), peakMb.toFixed(0)]),
  )
}
