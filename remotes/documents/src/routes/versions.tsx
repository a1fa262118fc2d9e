import { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { useParams, useSearchParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Tabs } from '@portal/ui/tabs'
import { useState } from 'react'
import { PendingList } from '../features/approvals/pending-list.tsx'
import { CreateVersion } from '../features/versions/create-version.tsx'
import { usePendingApprovals, useVersions } from '../features/versions/queries.ts'
import { VersionDetails } from '../features/versions/version-details.tsx'
import { VersionList } from '../features/versions/version-list.tsx'

/** A document's versions: all of them, and those that await one's decision. */
export function Screen() {
  const { id = '' } = useParams()
  const document = useRouteQuery(documentsApi.readDocument, { params: { id } })
  const [isCreating, setIsCreating] = useState(false)
  const mayCreate = useCan('version:manage')
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header className="flex flex-wrap items-start gap-4">
        <div className="mr-auto min-w-0">
          <Link to="/documents" className="text-13 text-accent-text underline">
            Documents
          </Link>
          <h1 className="mt-1 font-semibold text-20">Document Versions</h1>
          <p dir="auto" className="mt-1 break-words text-13 text-secondary">
            {document.data?.title}
          </p>
        </div>
        {mayCreate && document.data && (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            Create New Version
          </Button>
        )}
      </header>
      <ReadFailure title="The document could not be loaded" query={document} />
      {!document.isError && <VersionTabs documentId={id} />}
      {isCreating && <CreateVersion documentId={id} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

/** The open tab is kept in the address: `?tab=pending`. */
function VersionTabs({ documentId }: { readonly documentId: string }) {
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
        { value: 'all', label: 'All Versions', content: <AllVersions documentId={documentId} /> },
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

function AllVersions({ documentId }: { readonly documentId: string }) {
  const versions = useVersions(documentId)
  const [shown, setShown] = useState<DocumentVersion | null>(null)
  return (
    <>
      {versions.isPending && <RowsLoading label="Loading versions" />}
      <ReadFailure title="The versions could not be loaded" query={versions} />
      {versions.data && <VersionList versions={versions.data} onDetails={setShown} />}
      {shown && <VersionDetails version={shown} onClose={() => setShown(null)} />}
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
