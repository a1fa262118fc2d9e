import type { GoldenRun } from '@portal/contracts/golden-questions'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const written = (at: string) => day.format(Date.parse(at))

const height = 48
const step = 10
const gap = 2
/** As many bars as the width has room for at least, so that few do not look like blocks. */
const slotsMin = 26
/** One run shows no trend. */
const runsMin = 2

/** How much was answered right, run by run, oldest first; the list below has the figures. */
export function GoldenTrend({ runs }: { readonly runs: readonly GoldenRun[] }) {
  const finished = runs.filter(({ state, questions }) => state === 'finished' && questions > 0).toReversed()
  const [first] = finished
  const latest = finished.at(-1)
  if (finished.length < runsMin || !first || !latest) return null
  return (
    <figure className="flex flex-col gap-1 border-subtle border-b px-4 py-3">
      <svg
        role="img"
        aria-label={`Right answers in ${finished.length} runs: ${percentOf(first)} percent in the first, ${percentOf(latest)} in the latest`}
        viewBox={`0 0 ${Math.max(finished.length, slotsMin) * step} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        {finished.map((run, at) => (
          <RunBar key={run.id} run={run} at={at} />
        ))}
      </svg>
      <figcaption className="text-12 text-tertiary tabular-nums">
        {percentOf(first)}% right in the run of {written(first.startedAt)}, {percentOf(latest)}% in the latest
      </figcaption>
    </figure>
  )
}

function RunBar({ run, at }: { readonly run: GoldenRun; readonly at: number }) {
  const percent = percentOf(run)
  // A run without a right answer keeps a line, so that the runs can be counted.
  const barHeight = Math.max(1, (height * percent) / 100)
  const title = `${written(run.startedAt)}: ${run.right} of ${run.questions} right`
  const bar = { x: at * step, width: step - gap }
  return (
    <g>
      <title>{title}</title>
      <rect {...bar} y={0} height={height} className="fill-(--chart-track)" />
      <rect {...bar} y={height - barHeight} height={barHeight} className="fill-accent" />
    </g>
  )
}

function percentOf({ right, questions }: GoldenRun): number {
  return Math.round((100 * right) / questions)
}
