import { analyticsApi } from '@portal/contracts/analytics'
import { teamApi } from '@portal/contracts/team'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { RatingDisplay } from '@portal/ui/rating-display'
import { RelativeTime } from '@portal/ui/relative-time'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { TrendingUp } from 'lucide-react'
import { DepartmentName } from '../cards/department-name.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { numberText } from '../figures/figure-words.ts'

const columns = [
  { label: 'Question' },
  { label: 'Department', className: 'w-48' },
  { label: 'Asked', className: 'w-20' },
  { label: 'Avg Rating', className: 'w-44' },
  { label: 'Last asked', className: 'w-36' },
]

/** What several people asked in the last 30 days, without names (decision 33). */
export function TrendingCard({ department }: { readonly department: number | null }) {
  const query = useRouteQuery(analyticsApi.listTrendingQuestions, {
    query: department === null ? {} : { department },
  })
  const askers = useAskers()
  return (
    <ReadCard
      title="Trending Questions"
      query={query}
      what="the trending questions"
      aside={<span className="text-12 text-tertiary">{`Asked by ${askers} in the last 30 days`}</span>}
    >
      {(questions) =>
        questions.length === 0 ? (
          <EmptyState
            icon={<TrendingUp />}
            title="No trending questions yet"
            description={`A question appears here once ${askers} asked it in the last 30 days, without their names.`}
          />
        ) : (
          <Table label="Trending Questions" columns={columns}>
            {questions.map(({ id, question, department: asking, departmentId, ...figures }) => (
              <TableRow key={id}>
                <TableCell isWide>
                  <Link
                    to={`/chat?question=${encodeURIComponent(question)}`}
                    title="Ask it"
                    className="hover:underline"
                  >
                    <span dir="auto" className="line-clamp-3 break-words font-medium">
                      {question}
                    </span>
                  </Link>
                </TableCell>
                <TableCell className="text-secondary">
                  <DepartmentName id={departmentId} name={asking} />
                </TableCell>
                <TableCell className="font-medium tabular-nums @max-table:justify-self-end">
                  <span className="hidden font-regular text-tertiary @max-table:inline">Asked </span>
                  {numberText(figures.askCount)}
                </TableCell>
                <TableCell>
                  <RatingDisplay value={figures.averageRating} />
                </TableCell>
                <TableCell className="text-tertiary @max-table:justify-self-end">
                  <RelativeTime at={figures.lastAsked} />
                </TableCell>
              </TableRow>
            ))}
          </Table>
        )
      }
    </ReadCard>
  )
}

/** From how many people on a question is shown (decision 33). */
function useAskers(): string {
  const min = useRouteQuery(teamApi.readSettings, {}).data?.trendingAskersMin
  if (min === undefined) return 'several people'
  return min === 1 ? 'at least one person' : `at least ${min} people`
}
