import { type Contradiction, contradictionsApi, contradictionsMax } from '@portal/contracts/contradictions'
import { passageAddress } from '@portal/contracts/passage-location'
import { dottedCells } from '@portal/remote-kit/dotted-cells'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Scale } from 'lucide-react'

const kinds: Readonly<Record<Contradiction['kind'], string>> = {
  value: 'Different values',
  duty: 'Opposite duties',
  order: 'Before against after',
}

/** Every pair side by side, on small windows below each other; each clause opens its passage. */
export function Contradictions() {
  const found = useRouteQuery(contradictionsApi.listContradictions, {})
  if (found.isPending)
    return (
      <SkeletonList label="Comparing the documents" count={3} className="flex flex-col gap-4">
        <Skeleton className="h-32 w-full" />
      </SkeletonList>
    )
  if (found.error) return <ReadFailure title="The documents could not be compared" query={found} />
  const { contradictions, isWhole } = found.data
  const limits = [
    ...(contradictions.length === contradictionsMax
      ? [`Only the first ${contradictionsMax} are shown.`]
      : []),
    ...(isWhole ? [] : ['Only the newest documents were compared, because there is too much text.']),
  ]
  return (
    <div className="flex flex-col gap-4">
      {limits.length > 0 && <p className="text-13 text-secondary">{limits.join(' ')}</p>}
      {contradictions.length === 0 ? (
        <EmptyState
          icon={<Scale />}
          title="No contradictions found"
          description="Periods, limits and duties of the same thing agree, as far as they can be compared word by word."
        />
      ) : (
        <ul aria-label="Contradictions" className="flex flex-col gap-4">
          {contradictions.map((contradiction) => (
            <li key={contradiction.clauses.map(({ versionId, start }) => `${versionId} ${start}`).join()}>
              <Pair contradiction={contradiction} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Pair({ contradiction: { kind, clauses } }: { readonly contradiction: Contradiction }) {
  return (
    <Card
      title={kinds[kind]}
      label={`${kinds[kind]}: ${clauses.map(({ customId, start }) => `${customId} at ${start}`).join(', ')}`}
    >
      <div className="grid grid-cols-1 divide-y divide-subtle md:grid-cols-2 md:divide-x md:divide-y-0">
        {clauses.map((clause) => {
          const { documentId, title, customId, headingPath, page, quote } = clause
          const location = [...headingPath, ...(page === null ? [] : [`page ${page}`])].join(' › ')
          return (
            <Link
              key={`${documentId} ${clause.start}`}
              to={passageAddress(clause)}
              className="block min-w-0 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block font-semibold text-13" dir="auto">
                {title} <span className="inline-block font-regular text-12 text-tertiary">ID {customId}</span>
              </span>
              {location !== '' && (
                <span className="mb-1 block truncate text-12 text-tertiary" dir="auto">
                  {location}
                </span>
              )}
              <span className="block text-13 [overflow-wrap:anywhere]" dir="auto">
                {dottedCells(quote)}
              </span>
            </Link>
          )
        })}
      </div>
    </Card>
  )
}
