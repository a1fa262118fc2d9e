import type { Document } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { ColorName } from '@portal/ui/color-name'
import { RelativeTime } from '@portal/ui/relative-time'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { memo, useId } from 'react'
import { OwnerName } from '../owner/owner-name.tsx'
import { FaultReason } from '../versions/fault-reason.tsx'
import { type DocumentAct, DocumentActs } from './document-acts.tsx'
import { DocumentStatus } from './document-status.tsx'
import { shownId } from './filter-documents.ts'
import { useDepartment } from './queries.ts'

interface DocumentTableProps {
  readonly documents: readonly Document[]
  readonly onAct: (document: Document, act: DocumentAct) => void
  /** The ids of the chosen documents; null for those who may not act on several. */
  readonly chosen: ReadonlySet<string> | null
  readonly onChoose: (document: Document, isChosen: boolean) => void
}

/** Columns for which a narrow table, or one whose acts are always seen, has no room. */
const inWide = '@table:@max-[66rem]:hidden @table:pointer-coarse:hidden'
const withoutActs = '@table:pointer-coarse:hidden'
/** The acts of a row are drawn over the last columns, which matter least meanwhile. */
const columns = [
  { label: 'Document' },
  { label: 'Status', className: 'w-58 pointer-coarse:w-40' },
  { label: 'Department', className: 'w-52' },
  { label: 'Owner', className: `w-36 ${inWide}` },
  { label: 'Created', className: `w-32 ${withoutActs}` },
  { label: 'Acts', isHidden: true, className: 'w-16 pointer-coarse:w-80' },
]

/** Many documents, a line each. */
export function DocumentTable({ documents, onAct, chosen, onChoose }: DocumentTableProps) {
  const table = useFocusAfterRemoval<HTMLTableElement>(documents.length)
  return (
    <div className="rounded-card border border-default bg-panel">
      <Table ref={table} label="Documents" columns={columns}>
        {documents.map((document) => (
          <Row
            key={document.id}
            {...{ document, onAct, onChoose }}
            isChosen={chosen?.has(document.id) ?? null}
          />
        ))}
      </Table>
    </div>
  )
}

interface RowProps extends Pick<DocumentTableProps, 'onAct' | 'onChoose'> {
  readonly document: Document
  readonly isChosen: boolean | null
}

/** Memoized by document and choice: there may be hundreds. */
const Row = memo(
  DocumentRow,
  (before, after) => before.document === after.document && before.isChosen === after.isChosen,
)

function DocumentRow({ document, isChosen, onAct, onChoose }: RowProps) {
  const titleId = useId()
  const { departmentId, departmentName, ingestion, title } = document
  const department = useDepartment(departmentId)
  return (
    <TableRow>
      <TableCell isWide>
        <span className="flex items-start gap-3">
          {isChosen !== null && (
            <input
              type="checkbox"
              aria-label={`Choose ${title}`}
              checked={isChosen}
              onChange={(event) => onChoose(document, event.target.checked)}
              className="mt-0.5 block size-4 shrink-0 accent-accent"
            />
          )}
          <span className="min-w-0 flex-1">
            <Link
              to={`/documents/${document.id}`}
              className="line-clamp-2 font-medium hover:underline"
              title={title}
            >
              <span id={titleId} dir="auto">
                {title}
              </span>
            </Link>
            <span className="block truncate text-12 text-tertiary">
              ID <bdi>{shownId(document)}</bdi>
            </span>
            {ingestion.state === 'failed' && (
              <span className="block text-12 text-danger-text">
                <FaultReason document={document} />
              </span>
            )}
          </span>
        </span>
      </TableCell>
      <TableCell className="@max-table:order-1">
        <span className="flex flex-wrap gap-1.5">
          <DocumentStatus document={document} />
        </span>
      </TableCell>
      <TableCell>
        {departmentName === null ? (
          <>
            <span className="text-tertiary @table:sr-only">Department </span>None
          </>
        ) : (
          <span className="flex min-w-0">
            <ColorName name={departmentName} color={department?.color} />
          </span>
        )}
      </TableCell>
      <TableCell className={inWide}>
        <span className="flex min-w-0 @max-table:justify-end">
          <OwnerName ownerId={document.ownerId} />
        </span>
      </TableCell>
      <TableCell
        className={`whitespace-nowrap text-tertiary @max-table:order-2 @max-table:text-end ${withoutActs}`}
      >
        <RelativeTime at={document.createdAt} />
      </TableCell>
      <TableCell isWide className="@max-table:order-3 @table:relative">
        <DocumentActs
          isCompact
          document={document}
          titleId={titleId}
          onAct={(act) => onAct(document, act)}
          className="@table:flex-nowrap @table:justify-end"
        />
      </TableCell>
    </TableRow>
  )
}
