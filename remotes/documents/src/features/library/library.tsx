import { useSearchParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { ColorName } from '@portal/ui/color-name'
import { counted } from '@portal/ui/counted'
import { EmptyState } from '@portal/ui/empty-state'
import { IconButton } from '@portal/ui/icon-button'
import { SearchField } from '@portal/ui/search-field'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { FileSearch, FileText, X } from 'lucide-react'
import { useDeferredValue } from 'react'
import { FoundPassages } from '../search/found-passages.tsx'
import { DocumentCards } from './document-cards.tsx'
import { filterDocuments } from './filter-documents.ts'
import { LogInFirst } from './log-in-first.tsx'
import { useDepartment, useDocuments } from './queries.ts'

/** Search, filter and cards, in all states. */
export function Library() {
  const documents = useDocuments()
  const { text, setText, settled, department, clearDepartment } = useLibraryFilter()
  const filter = useDeferredValue(text)
  if (isUnauthorized(documents.error)) return <LogInFirst />
  const shown = filterDocuments(documents.data ?? [], { text: filter, department })
  return (
    <section aria-labelledby="library-heading" className="flex flex-col gap-4">
      <h2 id="library-heading" className="sr-only">
        Documents
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          className="min-w-0 flex-1 basis-60"
          label="Search documents"
          placeholder="Search documents by ID or title..."
          value={text}
          onValueChange={setText}
        />
        {department !== null && <DepartmentChip department={department} onRemove={clearDepartment} />}
      </div>
      {documents.isPending && <LibrarySkeleton />}
      <ReadFailure title="The documents could not be loaded" query={documents} />
      {documents.data && (
        <p className="sr-only" role="status">
          {counted(shown.length, 'document')}
        </p>
      )}
      {shown.length > 0 && <DocumentCards documents={shown} />}
      {documents.data && shown.length === 0 && (
        <NothingFound isEmpty={documents.data.length === 0} text={filter.trim()} />
      )}
      {documents.data && documents.data.length > 0 && (
        <FoundPassages text={settled} department={department} />
      )}
    </section>
  )
}

/** The department filter (decision 12). An unknown number can be removed too. */
function DepartmentChip(props: { readonly department: number; readonly onRemove: () => void }) {
  const { department, onRemove } = props
  const known = useDepartment(department)
  const name = known?.name ?? `Department ${department}`
  return (
    <span className="flex h-control-md min-w-0 max-w-full items-center gap-1 rounded-pill border border-accent-border bg-accent-subtle pr-0.5 pl-3 font-medium text-13 text-accent-text">
      <ColorName name={name} color={known?.color} />
      <IconButton
        size="sm"
        label={`Show all departments, not only ${name}`}
        icon={<X className="size-3.5" />}
        onClick={onRemove}
      />
    </span>
  )
}

function NothingFound({ isEmpty, text }: { readonly isEmpty: boolean; readonly text: string }) {
  if (text !== '') {
    return (
      <EmptyState
        icon={<FileSearch />}
        title={`No documents match your search for "${text}"`}
        description="Try part of the title, or the ID."
      />
    )
  }
  return (
    <EmptyState
      icon={<FileText />}
      title="No documents found"
      description={
        isEmpty ? 'Upload some documents to get started.' : 'This department has no documents yet.'
      }
    />
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

/** The filter in the address: `?q=…&department=…`. */
function useLibraryFilter() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useAddressText('q')
  const department = Number(params.get('department'))
  return {
    text,
    setText,
    /** The text once typing has paused. */
    settled: params.get('q') ?? '',
    department: Number.isInteger(department) && department > 0 ? department : null,
    clearDepartment: () => {
      const next = new URLSearchParams(params)
      next.delete('department')
      setParams(next, { replace: true })
    },
  }
}
