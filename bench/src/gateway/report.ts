import { ratios, type Spread, spread } from '../measure/statistics.ts'
import type { Burst } from './measure.ts'
import type { PassportFigures } from './passport-checks.ts'

type Bursts = ReadonlyMap<string, readonly Burst[]>

type Figure = keyof typeof figures

const figures = {
  cpu: { name: 'CPU per request', of: (burst: Burst) => burst.cpu },
  perCpuSecond: { name: 'requests per second of CPU', of: (burst: Burst) => 1_000_000 / burst.cpu },
  perSecond: { name: 'throughput', of: (burst: Burst) => burst.perSecond },
} as const

/** One ratio of two contenders; CPU per request by default. */
export interface RatioQuestion {
  readonly bursts: Bursts
  readonly of: string
  readonly to: string
  readonly reach: string
  readonly figure?: Figure
}

export function ratioLine({ bursts, of, to, reach, figure = 'cpu' }: RatioQuestion): string {
  const series = (name: string) => (bursts.get(name) ?? []).map(figures[figure].of)
  const { median, min, max } = ratios(series(of), series(to))
  return `| ${of} / ${to}, ${figures[figure].name} | **${median.toFixed(2)}** | ${min.toFixed(2)} | ${max.toFixed(2)} | ${reach} |`
}

const ratioHead = '| ratio | median | min | max | reach |\n|---|---|---|---|---|'

/** Every contender's figures, then the ratios. */
export function contenderTable(title: string, bursts: Bursts, ratioLines: readonly string[]): string {
  const rows = [...bursts].map(([name, series]) => {
    const cpu = spread(series.map((burst) => burst.cpu))
    const rate = spread(series.map((burst) => burst.perSecond)).median
    const [p50, p99] = (['p50', 'p99'] as const).map(
      (figure) => spread(series.map((burst) => burst[figure])).median,
    )
    return `| ${name} | ${series.length} | ${micro(cpu)} | ${Math.round(rate)} | ${p50} | ${p99} |`
  })
  return `## ${title}

| contender | rounds | CPU µs per request: median (min to max) | requests per second | p50 ms | p99 ms |
|---|---|---|---|---|---|
${rows.join('\n')}

${ratioHead}
${ratioLines.join('\n')}
`
}

export function passportTable({ fresh, repeated, ratio }: PassportFigures): string {
  return `## P4: repeated passport check

| way | CPU µs per check: median (min to max) |
|---|---|
| jose each time | ${micro(fresh)} |
| our verifier, seen before | ${micro(repeated)} |

${ratioHead}
| repeated / fresh | **${ratio.median.toFixed(3)}** | ${ratio.min.toFixed(3)} | ${ratio.max.toFixed(3)} | ≤ 0.10 |
`
}

function micro({ median, min, max }: Spread): string {
  return `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`
}
