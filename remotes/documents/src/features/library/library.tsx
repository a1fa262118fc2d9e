import type { Document } from '@portal/contracts/documents'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { FileSearch, FileText } from 'lucide-react'
import { useDeferredValue } from 'react'
import { DocumentCards } from './document-cards.tsx'
import { filterDocuments } from './filter-documents.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { LogInFirst } from './log-in-first.tsx'
import { useDocuments } from './queries.ts'

/** Search, filter and cards, in all states. */
export function Library() {
  const documents = useDocuments()
  const { text, setText, department, clearDepartment } = useLibraryFilter()
  const filter = useDeferredValue(text)
  if (isUnauthorized(documents.error)) return <LogInFirst />
  return (
    <section aria-labelledby="library-heading" className="flex flex-col gap-4">
      <h2 id="library-heading" className="sr-only">
        Documents
      </h2>
      <LibraryToolbar
        text={text}
        onTextChange={setText}
        department={department}
        onClearDepartment={clearDepartment}
      />
      {documents.isPending && <LibrarySkeleton />}
      <ReadFailure title="The documents could not be loaded" query={documents} />
      {documents.data && (
        <Found
          all={documents.data}
          shown={filterDocuments(documents.data, { text: filter, department })}
          text={filter.trim()}
        />
      )}
    </section>
  )
}

interface FoundProps {
  readonly all: readonly Document[]
  readonly shown: readonly Document[]
  readonly text: string
}

function Found({ all, shown, text }: FoundProps) {
  return (
    <>
      <p className="sr-only" role="status">
        {shown.length === 1 ? '1 document' : `${shown.length} documents`}
      </p>
      {shown.length === 0 ? (
        <NothingFound isEmpty={all.length === 0} text={text} />
      ) : (
        <DocumentCards documents={shown} />
      )}
    </>
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
    department: Number.isInteger(department) && department > 0 ? department : null,
    clearDepartment: () => {
      const next = new URLSearchParams(params)
      next.delete('department')
      setParams(next, { replace: true })
    },
  }
}
