import { documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { FileSearch, FileText } from 'lucide-react'
import { useDepartment } from './queries.ts'
import type { LibraryView } from './use-library-view.ts'

interface NothingFoundProps {
  /** There is no document at all. */
  readonly isEmpty: boolean
  readonly text: string
  readonly view: LibraryView
}

/** Why no document is listed, and the way to those that there are. */
export function NothingFound({ isEmpty, text, view }: NothingFoundProps) {
  const canUpload = useCan(documentsApi.uploadDocument)
  const limits = useLimits(view)
  if (text !== '')
    return (
      <EmptyState
        icon={<FileSearch />}
        title={`No documents match your search for "${text}"`}
        description={
          limits === null
            ? 'Try part of the title, or the ID.'
            : `Only ${limits} were searched. Try part of the title, or the ID.`
        }
        action={limits !== null && <Button onClick={view.showAll}>Search all documents</Button>}
      />
    )
  if (isEmpty)
    return (
      <EmptyState
        icon={<FileText />}
        title="No documents found"
        description={
          canUpload
            ? 'Upload some documents to get started.'
            : 'Upload some documents to get started. An administrator or facilitator can do that.'
        }
      />
    )
  const { status } = view.filter
  return (
    <EmptyState
      icon={<FileText />}
      title="No documents found"
      description={
        status === null ? 'This department has no documents yet.' : `No document here is ${status}.`
      }
      action={<Button onClick={view.showAll}>Show all documents</Button>}
    />
  )
}

/** To which documents the list is narrowed, in words; null if to none. */
function useLimits({ filter: { department, status } }: LibraryView): string | null {
  const name = useDepartment(department)?.name ?? `department ${department}`
  if (department === null) return status === null ? null : `${status} documents`
  return status === null ? `documents of ${name}` : `${status} documents of ${name}`
}
