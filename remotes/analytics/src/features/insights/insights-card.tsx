import { analyticsApi, type Insights, type QuestionFigures } from '@portal/contracts/analytics'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { Sparkles } from 'lucide-react'
import { Bar } from '../cards/bar.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { durationText, noFigure, numberText, shareText } from '../figures/figure-words.ts'
import type { ChosenPeriod } from '../period/use-period.ts'

interface ShareOf {
  readonly label: string
  readonly color: string
  readonly of: (figures: QuestionFigures) => number | null
  readonly note: (figures: QuestionFigures) => string
}

/** The shares of decision 35. */
const shares: readonly ShareOf[] = [
  {
    label: 'Answered share',
    color: 'var(--chart-1)',
    of: ({ answeredShare }) => answeredShare,
    note: ({ answered, questions }) => `${numberText(answered)} of ${numberText(questions)}`,
  },
  {
    label: 'No-evidence share',
    color: 'var(--chart-3)',
    of: ({ noEvidenceShare }) => noEvidenceShare,
    note: ({ noEvidence, questions }) => `${numberText(noEvidence)} of ${numberText(questions)}`,
  },
  {
    label: 'Low-rated share',
    color: 'var(--danger)',
    of: ({ lowRatedShare }) => lowRatedShare,
    note: ({ lowRated, rated }) => `${numberText(lowRated)} of ${numberText(rated)} rated 1 or 2`,
  },
]

/** How well questions are answered, and how that was in the period before (decision 35). */
export function InsightsCard({ period }: { readonly period: ChosenPeriod }) {
  const query = useRouteQuery(analyticsApi.readInsights, { query: period.query })
  return (
    <ReadCard title="AI Performance Insights" query={query} what="the insights" rows={4}>
      {(insights) =>
        insights.present.questions === 0 ? (
          <EmptyState
            icon={<Sparkles />}
            title="No questions in this period"
            description="How many are answered, how fast and how well is shown here."
          />
        ) : (
          <Shares {...insights} />
        )
      }
    </ReadCard>
  )
}

function Shares({ present, previous }: Insights) {
  return (
    <dl className="flex flex-col gap-4 p-4">
      {shares.map(({ label, color, of, note }) => (
        <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5">
          <dt className="text-13 text-secondary">{label}</dt>
          <dd className="font-semibold tabular-nums">{shareText(of(present))}</dd>
          <dd className="col-span-2">
            <Bar share={of(present) ?? 0} color={color} />
          </dd>
          <dd className="col-span-2 flex flex-wrap justify-between gap-x-3 text-12 text-tertiary">
            <span>{note(present)}</span>
            <span>{shareText(of(previous))} in the period before</span>
          </dd>
        </div>
      ))}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-subtle border-t pt-3">
        <dt className="text-13 text-secondary">Median time to answer</dt>
        <dd className="font-semibold tabular-nums">{durationText(present.medianAnswerMs)}</dd>
        <dd className="col-span-2 text-12 text-tertiary">
          {previous.medianAnswerMs === null ? noFigure : durationText(previous.medianAnswerMs)} in the period
          before
        </dd>
      </div>
    </dl>
  )
}
