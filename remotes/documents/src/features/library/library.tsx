import { RequestError } from '@portal/contracts/client'
import type { Document } from '@portal/contracts/documents'
import { failureText } from '@portal/remote-kit/unauthorized'
import { EmptyState } from '@portal/ui/empty-state'
import { ErrorPanel } from '@portal/ui/error-panel'
import { FileSearch, FileText } from 'lucide-react'
import { DocumentCard } from './document-card.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LibraryToolbar } from './library-toolbar.tsx'
import { departmentOf, filterDocuments, useDepartments, useDocuments } from './queries.ts'
import { useLibraryFilter } from './use-library-filter.ts'

/** Search, filter and cards, in all states. */
export function Library() {
  const documents = useDocuments()
  const departments = useDepartments()
  const { filter, setText, clearDepartment } = useLibraryFilter()
  const { error } = documents
  return (
    <section aria-label="Documents" className="flex flex-col gap-4">
      <LibraryToolbar
        text={filter.text}
        onTextChange={setText}
        department={departmentOf(departments.data, filter.department)}
        onClearDepartment={clearDepartment}
      />
      {documents.isPending && <LibrarySkeleton />}
      {error && (
        <ErrorPanel
          title="The documents could not be loaded"
          message={failureText(error, 'Check your connection and try again.')}
          requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void documents.refetch()}
          isRetrying={documents.isFetching}
        />
      )}
      {documents.data && (
        <DocumentCards
          all={documents.data}
          shown={filterDocuments(documents.data, filter)}
          text={filter.text}
        />
      )}
    </section>
  )
}

interface DocumentCardsProps {
  readonly all: readonly Document[]
  readonly shown: readonly Document[]
  readonly text: string
}

function DocumentCards({ all, shown, text }: DocumentCardsProps) {
  if (shown.length === 0) return <NothingFound isEmpty={all.length === 0} text={text.trim()} />
  return (
    <>
      <p className="sr-only" role="status">
        {shown.length === 1 ? '1 document' : `${shown.length} documents`}
      </p>
      <ul className="grid list-none grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {shown.map((document) => (
          <li key={document.id} className="min-w-0">
            <DocumentCard document={document} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NothingFound({ isEmpty, text }: { readonly isEmpty: boolean; readonly text: string }) {
  if (text !== '') {
    return (
      <EmptyState
        icon={<FileSearch aria-hidden="true" />}
        title={`No documents match your search for "${text}"`}
        description="Try part of the title, or the ID."
      />
    )
  }
  return (
    <EmptyState
      icon={<FileText aria-hidden="true" />}
      title="No documents found"
      description={
        isEmpty ? 'Upload some documents to get started.' : 'This department has no documents yet.'
      }
    />
  )
}
