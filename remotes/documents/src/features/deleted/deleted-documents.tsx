import { type DeletedDocument, documentsApi } from '@portal/contracts/documents'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { shownId } from '../library/filter-documents.ts'

/** Named: a month in words is no day by which one could decide. */
const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

const none: readonly DeletedDocument[] = []
const columns = [
  { label: 'Document' },
  { label: 'Department', className: 'w-52' },
  { label: 'Deleted', className: 'w-36' },
  { label: 'Removed for good', className: 'w-40' },
  { label: 'Restore', isHidden: true, className: 'w-32' },
]

/** What was deleted and can still come back (decision 27). */
export function DeletedDocuments() {
  const deleted = useRouteQuery(documentsApi.listDeletedDocuments, {})
  const rows = deleted.data ?? none
  const search = useRowSearch(rows, {
    wordsOf: ({ title, customId }) => `${title} ${customId}`,
    ...{ searchFrom: 15, rowsAtFirst: 100, rowsMore: 100 },
  })
  const table = useFocusAfterRemoval<HTMLTableElement>(rows.length)
  if (deleted.isPending)
    return (
      <RowsSkeleton
        label="Loading deleted documents"
        count={3}
        rowClass="px-4 py-3"
        lines={['w-1/3', 'w-1/6']}
        isFramed
      />
    )
  if (deleted.error) return <ReadFailure title="The deleted documents could not be loaded" query={deleted} />
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Trash2 />}
        title="Nothing to restore"
        description="No document was deleted in the last 30 days."
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <RowSearchField search={search} label="Search deleted documents" />
      <FoundRows search={search} words={['document', 'documents']} nothing="No deleted document matches">
        {search.shown.length > 0 && (
          <div className="rounded-card border border-default bg-panel">
            <Table ref={table} label="Deleted documents" columns={columns}>
              {search.shown.map((document) => (
                <DeletedRow key={document.id} document={document} />
              ))}
            </Table>
          </div>
        )}
      </FoundRows>
    </div>
  )
}

function DeletedRow({ document }: { readonly document: DeletedDocument }) {
  const titleId = useId()
  const { mutate, isPending } = useReportedMutation(documentsApi.restoreDocument, {
    refreshes: [documentsApi.listDocuments.path, documentsApi.searchPassages.path],
    success: 'Document restored',
    failure: 'Failed to restore document',
  })
  return (
    <TableRow>
      <TableCell isWide>
        <span id={titleId} className="block truncate font-medium" dir="auto" title={document.title}>
          {document.title}
        </span>
        <span className="block truncate text-12 text-tertiary">
          ID <bdi>{shownId(document)}</bdi>
        </span>
      </TableCell>
      <TableCell>
        <span className="text-tertiary @table:sr-only">Department </span>
        {document.departmentName ?? 'None'}
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary">
        <span className="@table:sr-only">Deleted </span>
        <RelativeTime at={document.deletedAt} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary">
        <span className="@table:sr-only">Removed for good </span>
        <time dateTime={document.purgedAt}>{lastDay.format(Date.parse(document.purgedAt))}</time>
      </TableCell>
      <TableCell isWide className="@table:text-end">
        <Button
          size="sm"
          busy={isPending}
          aria-describedby={titleId}
          onClick={() => mutate({ params: { id: document.id } })}
        >
          <RotateCcw className="size-3.5" />
          Restore
        </Button>
      </TableCell>
    </TableRow>
  )
}
