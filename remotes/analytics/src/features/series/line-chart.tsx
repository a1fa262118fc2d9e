import type { TimePoint } from '@portal/contracts/analytics'
import { dayText, numberText } from '../figures/figure-words.ts'
import { axisOf, linePath, xOf, yOf } from './scale.ts'

const area = { width: 600, height: 180 }
/** Most days written below the chart. */
const labelsMax = 4

interface LineChartProps {
  /** What the chart shows, in a sentence: all that a screen reader says of it. */
  readonly label: string
  readonly points: readonly TimePoint[]
  readonly previous: readonly TimePoint[]
}

/** Questions step by step, those without evidence, and the period before. */
export function LineChart({ label, points, previous }: LineChartProps) {
  const questions = points.map((point) => point.questions)
  const without = points.map(({ noEvidence }) => noEvidence)
  const before = previous.map((point) => point.questions)
  const { end, ticks } = axisOf(Math.max(...questions, ...before, 0))
  const line = linePath(questions, end, area)
  return (
    <div
      role="img"
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 p-4 text-12 text-tertiary"
    >
      <div className="relative h-50 min-w-6 tabular-nums">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${(100 * yOf(tick, end, area)) / area.height}%` }}
          >
            {numberText(tick)}
          </span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${area.width} ${area.height}`}
        preserveAspectRatio="none"
        className="h-50 w-full overflow-visible"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            x1={0}
            x2={area.width}
            y1={yOf(tick, end, area)}
            y2={yOf(tick, end, area)}
            className="stroke-(--border-subtle) [vector-effect:non-scaling-stroke]"
          />
        ))}
        <path d={`${line}V${area.height}H0Z`} className="fill-accent opacity-10" />
        <Line values={before} end={end} look="stroke-(--text-tertiary) [stroke-dasharray:2_4]" />
        <Line values={without} end={end} look="stroke-(--chart-3) [stroke-dasharray:6_4]" />
        <Line values={questions} end={end} look="stroke-(--chart-1)" />
        {points.map((point, at) => (
          <Step key={point.startsOn} point={point} at={at} count={points.length} />
        ))}
      </svg>
      <div className="col-start-2 flex justify-between gap-2 tabular-nums">
        {labelled(points).map(({ startsOn }) => (
          <span key={startsOn}>{dayText(startsOn)}</span>
        ))}
      </div>
    </div>
  )
}

interface LineProps {
  readonly values: readonly number[]
  readonly end: number
  readonly look: string
}

function Line({ values, end, look }: LineProps) {
  const shape = 'fill-none stroke-2 [stroke-linejoin:round] [vector-effect:non-scaling-stroke]'
  return <path d={linePath(values, end, area)} className={`${shape} ${look}`} />
}

/** The strip above one step, which says its figures under the pointer. */
function Step({
  point,
  at,
  count,
}: {
  readonly point: TimePoint
  readonly at: number
  readonly count: number
}) {
  const width = area.width / Math.max(count, 1)
  return (
    <rect
      x={xOf(at, count, area) - width / 2}
      y={0}
      width={width}
      height={area.height}
      className="fill-transparent hover:fill-(--text-tertiary) hover:opacity-10"
    >
      <title>
        {`${dayText(point.startsOn, true)}: ${point.questions} asked, ${point.noEvidence} without evidence`}
      </title>
    </rect>
  )
}

/** The first and last step and some between, evenly. */
function labelled(points: readonly TimePoint[]): readonly TimePoint[] {
  const count = Math.min(labelsMax, points.length)
  const positions = Array.from({ length: count }, (_, at) =>
    Math.round((at * (points.length - 1)) / Math.max(count - 1, 1)),
  )
  return [...new Set(positions)].flatMap((at) => points[at] ?? [])
}
