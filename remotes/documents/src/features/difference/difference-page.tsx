import type { DocumentVersion } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { useNavigate, useParams, useSearchParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useCan } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { ChevronRight, Files } from 'lucide-react'
import { differencePath, textPath, useVersions } from '../versions/queries.ts'
import { DifferenceView } from './difference-view.tsx'
import { useDifference, type VersionPair } from './queries.ts'
import { VersionChoice, VersionChoiceSkeleton } from './version-choice.tsx'

interface VersionIds {
  readonly before: string
  readonly after: string
}

/** What changed between two versions, which can be chosen, in all states (decision 83). */
export function DifferencePage() {
  const { id = '', versionId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const versions = useVersions(id)
  // Approvers without this right have no page of all versions (decision 57).
  const hasVersionsPage = useCan('version:read-any')
  const before = params.get('with')
  const pair = before === null ? likelyPair(versions.data ?? [], versionId) : { before, after: versionId }
  const choose = (chosen: VersionIds) =>
    navigate(`${differencePath({ documentId: id, id: chosen.after })}?with=${chosen.before}`)
  return (
    <div className="mx-auto flex w-full max-w-wide flex-col gap-6 px-gutter py-6 md:py-8">
      <header className="flex flex-col gap-4">
        <nav aria-label="Breadcrumb" className="flex items-center gap-1.5 text-13">
          <Link to="/documents" className="text-accent-text hover:underline">
            Documents
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 text-tertiary" />
          {hasVersionsPage && (
            <>
              <Link to={`/documents/${id}/versions`} className="text-accent-text hover:underline">
                Document Versions
              </Link>
              <ChevronRight aria-hidden="true" className="size-3.5 text-tertiary" />
            </>
          )}
          <span>Difference</span>
        </nav>
        <h1 className="font-semibold text-20">Difference</h1>
        {versions.isPending && <VersionChoiceSkeleton />}
        {versions.data && pair && <VersionChoice versions={versions.data} {...pair} onChoose={choose} />}
      </header>
      <ReadFailure title="The versions could not be loaded" query={versions} />
      {pair && (
        <div className="@container flex flex-col gap-6">
          <Difference pair={{ documentId: id, ...pair }} />
        </div>
      )}
      {pair === null && versions.data && (
        <EmptyState
          icon={<Files />}
          title="There is nothing to compare with"
          description="This is the only version that you can see."
          action={
            <Link to={textPath({ documentId: id, id: versionId })} className={buttonClass()}>
              Read the text
            </Link>
          }
        />
      )}
      {pair === null && versions.isPending && <DifferenceSkeleton />}
    </div>
  )
}

/**
 * What a version most likely follows: the current one, else the one before it. The oldest one is
 * compared with the one that followed.
 */
function likelyPair(versions: readonly DocumentVersion[], versionId: string): VersionIds | null {
  const own = versions.find(({ id }) => id === versionId)?.version ?? 0
  const older = versions.filter(({ version }) => version < own)
  const before = older.find(({ isActive }) => isActive) ?? older[0]
  if (before) return { before: before.id, after: versionId }
  const next = versions.findLast(({ version }) => version > own)
  return next ? { before: versionId, after: next.id } : null
}

function Difference({ pair }: { readonly pair: VersionPair }) {
  const difference = useDifference(pair)
  const [params, setParams] = useSearchParams()
  const [first, ...more] = difference.data?.pages ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = difference
  return (
    <>
      {difference.isPending && <DifferenceSkeleton />}
      <ReadFailure title="The versions could not be compared" query={difference} />
      {first && (
        <DifferenceView
          pair={pair}
          parts={[first, ...more]}
          readOn={hasNextPage ? () => (isFetchingNextPage ? Promise.resolve() : fetchNextPage()) : null}
          isReading={isFetchingNextPage}
          view={params.get('view') === 'inline' ? 'inline' : 'side'}
          onViewChange={(view) => {
            const next = new URLSearchParams(params)
            next.set('view', view)
            setParams(next, { replace: true })
          }}
        />
      )}
    </>
  )
}

function DifferenceSkeleton() {
  return (
    <SkeletonList
      label="Comparing the versions"
      count={8}
      className="flex flex-col gap-3 rounded-card border border-default bg-panel p-4"
    >
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </SkeletonList>
  )
}
