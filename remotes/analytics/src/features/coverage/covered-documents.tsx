import { analyticsApi, type CoverageKind, type CoveredDocument } from '@portal/contracts/analytics'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { EmptyState } from '@portal/ui/empty-state'
import { MoreRows } from '@portal/ui/more-rows'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { useEffect, useRef, useState } from 'react'
import { dayText, numberText } from '../figures/figure-words.ts'
import type { ChosenPeriod } from '../period/use-period.ts'

const columns = [
  { label: 'Document' },
  { label: 'Department', className: 'w-48' },
  { label: 'Answers that cite it', className: 'w-40' },
  { label: 'Next review', className: 'w-44' },
  { label: 'Read', className: 'w-40' },
]

/** Drawn at a time. */
const rowsMax = 20

interface CoveredDocumentsProps {
  readonly kind: CoverageKind
  readonly label: string
  readonly period: ChosenPeriod
}

/** The documents behind one figure of the coverage. */
export function CoveredDocuments({ kind, label, period }: CoveredDocumentsProps) {
  const query = useRouteQuery(analyticsApi.listCoveredDocuments, { query: { ...period.query, kind } })
  const [limit, setLimit] = useState(rowsMax)
  const documents = query.data ?? []
  const list = useRef<HTMLDivElement>(null)
  const isRead = query.data !== undefined
  // A link from elsewhere opens the list, which is far down the page.
  useEffect(() => {
    if (isRead) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isRead])
  return (
    <div ref={list} className="border-subtle border-t">
      {query.isPending && (
        <RowsSkeleton label="Loading documents" count={3} rowClass="h-12 gap-4" lines={['w-3/5']} />
      )}
      {query.error && (
        <div className="p-4">
          <ReadFailure title="The documents could not be loaded" query={query} />
        </div>
      )}
      {query.data && documents.length === 0 && <EmptyState title="No document of this kind" />}
      {documents.length > 0 && (
        <Table label={label} columns={columns}>
          {documents.slice(0, limit).map((document) => (
            <Row key={document.id} document={document} />
          ))}
        </Table>
      )}
      <MoreRows
        shown={Math.min(limit, documents.length)}
        found={documents.length}
        what="documents"
        onMore={() => setLimit(limit + rowsMax)}
        className="border-subtle border-t px-4 py-2.5"
      />
    </div>
  )
}

function Row({ document }: { readonly document: CoveredDocument }) {
  const { id, title, department, answers, nextReviewOn, isOverdue, asked, outstanding } = document
  return (
    <TableRow>
      <TableCell isWide>
        <Link to={`/documents/${id}`} className="hover:underline">
          <span dir="auto" className="line-clamp-2 break-words font-medium">
            {title}
          </span>
        </Link>
      </TableCell>
      <TableCell className="text-secondary">
        <bdi>{department ?? 'No department'}</bdi>
      </TableCell>
      <TableCell className="tabular-nums">
        {numberText(answers)}
        <span className="hidden text-tertiary @max-table:inline">
          {' '}
          {answers === 1 ? 'answer' : 'answers'}
        </span>
      </TableCell>
      <TableCell>
        {nextReviewOn === null ? <span className="text-tertiary">None</span> : dayText(nextReviewOn, true)}{' '}
        {isOverdue && <Badge tone="danger">Overdue</Badge>}
      </TableCell>
      <TableCell className="text-secondary tabular-nums">
        {asked === 0 ? 'Nobody was asked' : `${asked - outstanding} of ${asked} people`}
      </TableCell>
    </TableRow>
  )
}
