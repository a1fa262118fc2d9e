import type { DocumentCitations } from '@portal/contracts/questions'
import { counted } from '@portal/ui/counted'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { Table, TableCell, TableRow } from '@portal/ui/table'

type Weeks = DocumentCitations['weeks']

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const written = (startsOn = '') => day.format(Date.parse(startsOn))

const height = 48
const step = 10
const gap = 2

/** Answers per week as bars, and as a table for those who want the figures. */
export function CitationsChart({ weeks }: { readonly weeks: Weeks }) {
  const most = Math.max(...weeks.map(({ answers }) => answers))
  const latest = weeks.at(-1)?.answers ?? 0
  return (
    <div className="flex flex-col gap-2">
      <figure className="flex flex-col gap-1">
        <svg
          role="img"
          aria-label={`Answers per week: ${latest} in the present one, at most ${most}`}
          viewBox={`0 0 ${weeks.length * step} ${height}`}
          preserveAspectRatio="none"
          className="h-16 w-full"
        >
          {weeks.map(({ startsOn, answers }, at) => (
            <WeekBar key={startsOn} {...{ startsOn, answers, at, most }} />
          ))}
        </svg>
        <figcaption className="flex justify-between gap-2 text-12 text-tertiary tabular-nums">
          <span>{written(weeks[0]?.startsOn)}</span>
          <span>at most {counted(most, 'answer')} a week</span>
          <span>{written(weeks.at(-1)?.startsOn)}</span>
        </figcaption>
      </figure>
      <WeekTable weeks={weeks} />
    </div>
  )
}

interface WeekBarProps {
  readonly startsOn: string
  readonly answers: number
  readonly at: number
  readonly most: number
}

function WeekBar({ startsOn, answers, at, most }: WeekBarProps) {
  // A week without an answer keeps a line, so that the weeks can be counted.
  const barHeight = answers === 0 ? 1 : Math.max(3, Math.round((height * answers) / most))
  return (
    <rect
      x={at * step}
      y={height - barHeight}
      width={step - gap}
      height={barHeight}
      className={answers === 0 ? 'fill-neutral-border' : 'fill-accent'}
    >
      <title>{`Week of ${written(startsOn)}: ${counted(answers, 'answer')}`}</title>
    </rect>
  )
}

function WeekTable({ weeks }: { readonly weeks: Weeks }) {
  return (
    <details className="group text-13">
      <summary className={`${foldLineClass} text-secondary`}>
        <FoldMark />
        As a table
      </summary>
      <div
        className="mt-2 max-h-72 overflow-y-auto rounded-control border border-default"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <Table label="Answers per week" columns={[{ label: 'Week of' }, { label: 'Answers' }]}>
          {weeks.toReversed().map(({ startsOn, answers }) => (
            <TableRow key={startsOn}>
              <TableCell>{written(startsOn)}</TableCell>
              <TableCell className="tabular-nums">{answers}</TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
    </details>
  )
}
