import { type Document, documentsApi } from '@portal/contracts/documents'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isAwaited } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { counted } from '@portal/ui/counted'
import { MoreRows } from '@portal/ui/more-rows'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useState } from 'react'
import { FoundPassages } from '../search/found-passages.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { DocumentCards } from './document-cards.tsx'
import { useDocumentDialogs } from './document-dialogs.tsx'
import { DocumentTable } from './document-table.tsx'
import { LibraryControls } from './library-controls.tsx'
import { LogInFirst } from './log-in-first.tsx'
import { NothingFound } from './nothing-found.tsx'
import { useDepartments } from './queries.ts'
import { useFoundDocuments } from './use-found-documents.ts'
import { type LibraryView, useLibraryView } from './use-library-view.ts'

/** More at once take a moment to draw. */
const drawnAtATime = 100

/** Search, filter and list, in all states. */
export function Library() {
  const view = useLibraryView()
  const { isFirstRead, ...found } = useFoundDocuments(view)
  const departments = useDepartments()
  // The name of the department that is shown decides how the controls wrap.
  const isOpening = isFirstRead || (view.filter.department !== null && isAwaited(departments))
  if (isUnauthorized(found.read.error)) return <LogInFirst />
  return (
    <section aria-labelledby="library-heading" className="flex flex-col gap-4">
      <h2 id="library-heading" className="sr-only">
        Documents
      </h2>
      {isOpening ? <OpeningSkeleton /> : <OpenLibrary view={view} {...found} />}
    </section>
  )
}

type OpenLibraryProps = Omit<ReturnType<typeof useFoundDocuments>, 'isFirstRead'> & {
  readonly view: LibraryView
}

function OpenLibrary({ view, read, total, shown, found, searched, more }: OpenLibraryProps) {
  const layout = view.layoutOf(total)
  return (
    <>
      <LibraryControls view={view} layout={layout} />
      {read.isPending && <LibrarySkeleton />}
      <ReadFailure title="The documents could not be loaded" query={read} />
      {read.data && (
        <p className="sr-only" role="status">
          {counted(found, 'document')}
        </p>
      )}
      {shown.length > 0 && <FoundList {...{ shown, found, layout, more }} />}
      {read.data && shown.length === 0 && (
        <NothingFound isEmpty={total === 0} text={searched.trim()} view={view} />
      )}
      {total > 0 && <FoundPassages text={view.settled} department={view.filter.department} />}
    </>
  )
}

interface FoundListProps {
  readonly shown: readonly Document[]
  readonly found: number
  readonly layout: 'cards' | 'table'
  /** Reads the next part from the server; null when all has been read. */
  readonly more: (() => void) | null
}

function FoundList({ shown, found, layout, more }: FoundListProps) {
  const { act, dialog } = useDocumentDialogs()
  const [limit, setLimit] = useState(drawnAtATime)
  const drawn = shown.slice(0, limit)
  const canChoose = useCan(documentsApi.changeDocument)
  const [picked, setChosen] = useState<readonly Document[]>([])
  // What a search or filter hides is not acted on.
  const chosen = layout === 'table' ? drawn.filter(({ id }) => picked.some((one) => one.id === id)) : []
  const choice = {
    chosen: canChoose ? new Set(chosen.map(({ id }) => id)) : null,
    onChoose: (document: Document, isChosen: boolean) =>
      setChosen((now) => [...now.filter(({ id }) => id !== document.id), ...(isChosen ? [document] : [])]),
  }
  const showMore = () => {
    setLimit(limit + drawnAtATime)
    if (shown.length < limit + drawnAtATime) more?.()
  }
  return (
    <>
      {layout === 'table' ? (
        <DocumentTable documents={drawn} onAct={act} {...choice} />
      ) : (
        <DocumentCards documents={drawn} onAct={act} />
      )}
      <MoreRows
        shown={drawn.length}
        found={found}
        what="documents"
        onMore={showMore}
        className="justify-center py-1"
      />
      <ChoiceBar chosen={chosen} drawn={drawn} onChoose={setChosen} />
      {dialog}
    </>
  )
}

/** Until it is known whether the card for uploads comes above, and how the controls wrap. */
function OpeningSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="flex flex-wrap items-center gap-3">
        <Skeleton className="h-control-lg min-w-0 flex-1 basis-60 md:h-control-md" />
        <Skeleton className="h-control-lg max-md:basis-full md:h-control-md md:w-44" />
        <Skeleton className="h-control-lg flex-1 basis-32 md:h-control-md md:w-32 md:flex-none" />
        <Skeleton className="h-control-lg flex-1 basis-32 md:h-control-md md:w-36 md:flex-none" />
      </div>
      <LibrarySkeleton />
    </>
  )
}

function LibrarySkeleton() {
  return (
    <SkeletonList
      label="Loading documents"
      count={6}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4"
    >
      <div className="flex h-57 flex-col gap-3 rounded-card border border-default bg-panel p-4">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="mt-auto h-4 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-7 w-full" />
      </div>
    </SkeletonList>
  )
}
