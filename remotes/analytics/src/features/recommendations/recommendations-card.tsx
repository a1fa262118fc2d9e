import { analyticsApi, type Recommendation } from '@portal/contracts/analytics'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { EmptyState } from '@portal/ui/empty-state'
import { ArrowDown, ArrowUp, CircleCheck, Minus } from 'lucide-react'
import { QuietLink } from '../cards/quiet-link.tsx'
import { ReadCard } from '../cards/read-card.tsx'

/** The priorities of product §9, as words first. */
const looks = {
  high: { words: 'High', tone: 'danger', icon: <ArrowUp aria-hidden="true" /> },
  medium: { words: 'Medium', tone: 'warning', icon: <Minus aria-hidden="true" /> },
  low: { words: 'Low', tone: 'neutral', icon: <ArrowDown aria-hidden="true" /> },
} as const satisfies Record<Recommendation['priority'], object>

/** What would improve how the portal is used, with the way to the act. */
export function RecommendationsCard() {
  const query = useRouteQuery(analyticsApi.listRecommendations, {})
  return (
    <ReadCard title="Usage Recommendations" query={query} what="the recommendations">
      {(recommendations) =>
        recommendations.length === 0 ? (
          <EmptyState
            icon={<CircleCheck />}
            title="Nothing to recommend"
            description="When people's questions show what would help, it is said here."
          />
        ) : (
          <ol aria-label="Usage Recommendations">
            {recommendations.map((recommendation) => (
              <Row key={`${recommendation.kind} ${recommendation.message}`} {...recommendation} />
            ))}
          </ol>
        )
      }
    </ReadCard>
  )
}

function Row({ priority, message, act }: Recommendation) {
  const { words, tone, icon } = looks[priority]
  return (
    <li className="flex items-start gap-3 border-subtle border-t px-4 py-2.5 first:border-t-0">
      <span className="w-20 shrink-0">
        <Badge tone={tone} icon={icon}>
          {words}
          <span className="sr-only"> priority</span>
        </Badge>
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-x-4 gap-y-1 text-13 md:flex-row md:justify-between">
        <p className="min-w-0 break-words">
          <bdi>{message}</bdi>
        </p>
        {act && <QuietLink to={act.to}>{act.label}</QuietLink>}
      </div>
    </li>
  )
}
