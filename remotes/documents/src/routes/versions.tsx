import type { DocumentVersion } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { useParams, useSearchParams } from '@portal/remote-kit/navigation'
import { NotFound } from '@portal/remote-kit/not-found'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isAwaited } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Tabs } from '@portal/ui/tabs'
import { useState } from 'react'
import { useCampaigns } from '../features/acknowledgements/queries.ts'
import { StartCampaign } from '../features/acknowledgements/start-campaign.tsx'
import { PendingList } from '../features/approvals/pending-list.tsx'
import { OpenComments } from '../features/comments/open-comments.tsx'
import { isGone, useDocument } from '../features/document/queries.ts'
import { EvidencePackButton } from '../features/evidence/evidence-pack-button.tsx'
import { CreateVersion } from '../features/versions/create-version.tsx'
import {
  useAwaitsNames,
  usePendingApprovals,
  useSeesVersions,
  useVersions,
  useWritesVersions,
} from '../features/versions/queries.ts'
import { VersionDetails } from '../features/versions/version-details.tsx'
import { VersionList } from '../features/versions/version-list.tsx'

/** A document's versions: all of them, and those that await one's decision. */
export function Screen() {
  const { id = '' } = useParams()
  const document = useDocument(id)
  const sees = useSeesVersions(document.data ?? unowned)
  // An employee learns from the document alone whether the page is theirs (decision 57).
  if (!sees && document.isPending) return <RowsLoading label="Loading versions" />
  if (!sees && (document.data || isGone(document.error))) return <NotFound />
  return <VersionsPage id={id} document={document} />
}

const unowned = { ownerId: null }

interface VersionsPageProps {
  readonly id: string
  readonly document: ReturnType<typeof useDocument>
}

function VersionsPage({ id, document }: VersionsPageProps) {
  const [isCreating, setIsCreating] = useState(false)
  const mayWrite = useWritesVersions(document.data ?? unowned)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header className="flex flex-wrap items-start gap-4">
        <div className="mr-auto min-w-0">
          <Link to="/documents" className="text-13 text-accent-text hover:underline">
            Documents
          </Link>
          <h1 className="mt-1 font-semibold text-20">Document Versions</h1>
          {document.isPending && <Skeleton className="mt-1 h-5 w-48" />}
          {document.data && (
            <p dir="auto" className="mt-1 break-words text-13 text-secondary">
              <Link to={`/documents/${id}`} className="hover:underline">
                {document.data.title}
              </Link>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 empty:hidden">
          {mayWrite && document.isPending && <ActsSkeleton />}
          {document.data && <EvidencePackButton document={document.data} />}
          {mayWrite && document.data && (
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              Create New Version
            </Button>
          )}
        </div>
      </header>
      <ReadFailure title="The document could not be loaded" query={document} />
      {!document.isError && <VersionTabs documentId={id} mayWrite={mayWrite} />}
      {isCreating && <CreateVersion documentId={id} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

/** As wide as the buttons that come, so that phones keep both their rows for them. */
function ActsSkeleton() {
  return (
    <>
      <Skeleton className="h-control-md w-34 rounded-control" />
      <Skeleton className="h-control-md w-40 rounded-control" />
    </>
  )
}

/** The open tab is kept in the address: `?tab=pending`. */
function VersionTabs({ documentId, mayWrite }: AllVersionsProps) {
  const [params, setParams] = useSearchParams()
  const pending = usePendingApprovals()
  const ofDocument = pending.data?.filter(({ version }) => version.documentId === documentId)
  const open = (tab: string) => {
    const next = new URLSearchParams(params)
    if (tab === 'all') next.delete('tab')
    else next.set('tab', tab)
    setParams(next, { replace: true })
  }
  return (
    <Tabs
      label="Versions of the document"
      value={params.get('tab') === 'pending' ? 'pending' : 'all'}
      onValueChange={open}
      items={[
        { value: 'all', label: 'All Versions', content: <AllVersions {...{ documentId, mayWrite }} /> },
        {
          value: 'pending',
          label: 'Pending Approvals',
          count: ofDocument?.length,
          content: (
            <>
              {pending.isPending && <RowsLoading label="Loading approvals" />}
              <ReadFailure title="The approvals could not be loaded" query={pending} />
              {ofDocument && <PendingList pending={ofDocument} />}
            </>
          ),
        },
      ]}
    />
  )
}

interface AllVersionsProps {
  readonly documentId: string
  readonly mayWrite: boolean
}

function AllVersions({ documentId, mayWrite }: AllVersionsProps) {
  const versions = useVersions(documentId)
  const [shown, setShown] = useState<DocumentVersion | null>(null)
  const [asked, setAsked] = useState<DocumentVersion | null>(null)
  // Who writes versions of a document also asks people to read them: its owner and the stewards.
  const campaigns = useCampaigns(documentId, mayWrite)
  const isRunning = campaigns.data?.some(({ state }) => state === 'open') ?? true
  // A name or an act that comes later would break the lines of a row anew.
  const isOpening = useAwaitsNames() || (mayWrite && isAwaited(campaigns))
  const { person } = useSession()
  return (
    <>
      {(versions.isPending || (versions.data && isOpening)) && <RowsLoading label="Loading versions" />}
      <ReadFailure title="The versions could not be loaded" query={versions} />
      {versions.data && !isOpening && (
        <VersionList
          versions={versions.data}
          mayWrite={mayWrite}
          onDetails={setShown}
          onAsk={mayWrite && !isRunning ? setAsked : undefined}
        />
      )}
      {asked && <StartCampaign version={asked} onClose={() => setAsked(null)} />}
      {shown && (
        <VersionDetails version={shown} onClose={() => setShown(null)}>
          {(mayWrite || shown.createdBy === person?.id) && (
            <OpenComments
              version={{ documentId, versionId: shown.id }}
              address={`/documents/${documentId}?version=${shown.id}&comments=all`}
            />
          )}
        </VersionDetails>
      )}
    </>
  )
}

function RowsLoading({ label }: { readonly label: string }) {
  return (
    <SkeletonList label={label} count={3} className="flex flex-col gap-3">
      <Skeleton className="h-28 w-full" />
    </SkeletonList>
  )
}
