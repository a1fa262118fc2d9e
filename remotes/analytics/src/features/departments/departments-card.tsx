import { analyticsApi, type DepartmentActivity } from '@portal/contracts/analytics'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { ColorName } from '@portal/ui/color-name'
import { EmptyState } from '@portal/ui/empty-state'
import { RatingDisplay } from '@portal/ui/rating-display'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { Building2 } from 'lucide-react'
import { Bar } from '../cards/bar.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { changeText, numberText, shareText } from '../figures/figure-words.ts'
import type { ChosenPeriod } from '../period/use-period.ts'

const columns = [
  { label: 'Department' },
  { label: 'Questions', className: 'w-2/5' },
  { label: 'Share', className: 'w-24' },
  { label: 'Before', className: 'w-32' },
  { label: 'Avg Rating', className: 'w-40' },
]

/** What each department asked, the busiest first. */
export function DepartmentsCard({ period }: { readonly period: ChosenPeriod }) {
  const { department: _, ...query } = period.query
  const activity = useRouteQuery(analyticsApi.listDepartmentActivity, { query })
  return (
    <ReadCard
      title="Department Activity"
      query={activity}
      what="the activity of the departments"
      rowClass="h-12 gap-4"
      aside={<span className="text-12 text-tertiary">Department of the person who asked</span>}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            icon={<Building2 />}
            title="No departments yet"
            description="Questions are counted by the departments of those who ask."
          />
        ) : (
          <Activity rows={rows} period={period} />
        )
      }
    </ReadCard>
  )
}

interface ActivityProps {
  readonly rows: readonly DepartmentActivity[]
  readonly period: ChosenPeriod
}

function Activity({ rows, period }: ActivityProps) {
  const sum = rows.reduce((all, { figures }) => all + figures.questions, 0)
  const most = Math.max(1, ...rows.map(({ figures }) => figures.questions))
  const busiest = rows.toSorted((a, b) => b.figures.questions - a.figures.questions)
  return (
    <Table label="Department Activity" columns={columns}>
      {busiest.map(({ id, name, color, figures, previousQuestions }) => (
        <TableRow key={id}>
          <TableCell>
            <Link
              to={period.addressOf(id)}
              isCurrent={id === period.department}
              title={`Only the questions of ${name}`}
              className="hover:underline"
            >
              <ColorName color={color} name={name} />
            </Link>
          </TableCell>
          <TableCell isWide className="@max-table:order-last">
            <span className="flex items-center gap-3">
              <Bar share={figures.questions / most} />
              <span className="w-12 shrink-0 text-end font-medium tabular-nums">
                {numberText(figures.questions)}
              </span>
            </span>
          </TableCell>
          <TableCell className="text-secondary tabular-nums @max-table:justify-self-end">
            {shareText(sum === 0 ? null : figures.questions / sum)}
          </TableCell>
          <TableCell className="text-12 text-tertiary tabular-nums">
            {numberText(previousQuestions)}
            {previousQuestions > 0 && ` (${changeText(figures.questions, previousQuestions)})`}
            <span className="hidden @max-table:inline"> before</span>
          </TableCell>
          <TableCell className="@max-table:justify-self-end">
            <RatingDisplay value={figures.averageRating} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
