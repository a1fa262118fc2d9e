import { analyticsApi, CoverageKind, type CoverageSummary } from '@portal/contracts/analytics'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { Files } from 'lucide-react'
import { Bar } from '../cards/bar.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { numberText } from '../figures/figure-words.ts'
import type { ChosenPeriod } from '../period/use-period.ts'
import { CoveredDocuments } from './covered-documents.tsx'

const kinds = {
  asked: { label: 'Asked about', color: 'var(--chart-1)', of: ({ askedAbout }) => askedAbout },
  'never-asked': { label: 'Never asked about', color: 'var(--chart-3)', of: ({ neverAsked }) => neverAsked },
  overdue: { label: 'Overdue for review', color: 'var(--danger)', of: ({ overdue }) => overdue },
  unread: { label: 'Not read by all', color: 'var(--chart-2)', of: ({ unread }) => unread },
} as const satisfies Record<
  CoverageKind,
  { readonly label: string; readonly color: string; readonly of: (summary: CoverageSummary) => number }
>

/** How far the documents in force are asked about, reviewed and read; each figure has its list. */
export function CoverageCard({ period }: { readonly period: ChosenPeriod }) {
  const query = useRouteQuery(analyticsApi.readCoverage, { query: period.query })
  const [params, setParams] = useSearchParams()
  const kind = CoverageKind.safeParse(params.get('coverage')).data ?? null
  const choose = (chosen: CoverageKind) => {
    const next = new URLSearchParams(params)
    if (chosen === kind) next.delete('coverage')
    else next.set('coverage', chosen)
    setParams(next, { replace: true })
  }
  return (
    <ReadCard title="Coverage of policies" query={query} what="the coverage" rows={2}>
      {(summary) =>
        summary.documents === 0 ? (
          <EmptyState
            icon={<Files />}
            title="No documents in force"
            description="What is asked about them, reviewed and read appears here."
          />
        ) : (
          <>
            <ul aria-label="Coverage of policies" className="grid grid-cols-2 gap-px lg:grid-cols-4">
              {CoverageKind.options.map((each) => (
                <li key={each} className="min-w-0">
                  <KindButton
                    kind={each}
                    summary={summary}
                    isOpen={each === kind}
                    onChoose={() => choose(each)}
                  />
                </li>
              ))}
            </ul>
            {kind && <CoveredDocuments key={kind} kind={kind} label={kinds[kind].label} period={period} />}
          </>
        )
      }
    </ReadCard>
  )
}

interface KindButtonProps {
  readonly kind: CoverageKind
  readonly summary: CoverageSummary
  readonly isOpen: boolean
  readonly onChoose: () => void
}

function KindButton({ kind, summary, isOpen, onChoose }: KindButtonProps) {
  const { label, color, of } = kinds[kind]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onChoose}
      className={`flex size-full flex-col gap-1.5 p-4 text-start hover:bg-hover focus-visible:-outline-offset-2 ${isOpen ? 'bg-selected' : ''}`}
    >
      <span className="text-13 text-secondary">{label}</span>
      <span className="flex items-baseline gap-1.5">
        <span className="font-semibold text-20 tabular-nums">{numberText(of(summary))}</span>
        <span className="text-12 text-tertiary">of {numberText(summary.documents)}</span>
      </span>
      <Bar share={of(summary) / summary.documents} color={color} />
    </button>
  )
}
