import { type IngestionProblem, ingestionApi } from '@portal/contracts/ingestion'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Badge } from '@portal/ui/badge'
import { Button, buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { Columns2, FileCheck, FileDown, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { useSaveOriginal } from '../document/queries.ts'
import { useReadAgain } from './use-read-again.ts'

const none: readonly IngestionProblem[] = []
const columns = [
  { label: 'Version', className: 'w-1/4' },
  { label: 'What could not be read' },
  { label: 'Read by', className: 'w-32' },
  { label: 'Uploaded', className: 'w-28' },
  { label: 'Acts', isHidden: true, className: 'w-48 @min-[66rem]:w-64' },
]

/** The versions whose file could not be read, or not as a whole, newest first. */
export function ProblemList() {
  const problems = useRouteQuery(ingestionApi.listIngestionProblems, {})
  const rows = problems.data ?? none
  const search = useRowSearch(rows, {
    wordsOf: ({ title, customId, fileName }) => `${title} ${customId} ${fileName}`,
    ...{ searchFrom: 15, rowsAtFirst: 100, rowsMore: 100 },
  })
  const table = useFocusAfterRemoval<HTMLTableElement>(rows.length)
  if (problems.isPending)
    return (
      <RowsSkeleton
        label="Loading the files that could not be read"
        count={3}
        rowClass="px-4 py-3"
        lines={['w-1/3', 'w-2/3']}
        isFramed
      />
    )
  if (problems.error)
    return <ReadFailure title="The list of unread files could not be loaded" query={problems} />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<FileCheck />}
        title="Every file was read in full"
        description="Files that cannot be read, or not as a whole, are listed here with the reason."
      />
    )
  return (
    <div className="flex flex-col gap-4">
      <RowSearchField search={search} label="Search files that could not be read" />
      <FoundRows search={search} words={['version', 'versions']} nothing="No version matches">
        {search.shown.length > 0 && (
          <div className="rounded-card border border-default bg-panel">
            <Table ref={table} label="Files that could not be read in full" columns={columns}>
              {search.shown.map((problem) => (
                <ProblemRow key={problem.versionId} problem={problem} />
              ))}
            </Table>
          </div>
        )}
      </FoundRows>
    </div>
  )
}

function ProblemRow({ problem }: { readonly problem: IngestionProblem }) {
  const titleId = useId()
  const { documentId, versionId, title, customId, version, fileName, isCurrent, parser, createdAt } = problem
  const { state, reason } = problem.ingestion
  const address = `/documents/${documentId}${isCurrent ? '' : `?version=${versionId}`}`
  return (
    <TableRow>
      <TableCell isWide>
        <Link to={address} className="line-clamp-2 font-medium hover:underline">
          <span id={titleId} dir="auto">
            {title}
          </span>
        </Link>
        <span
          className="block truncate text-12 text-tertiary"
          title={`${customId}, version ${version}: ${fileName}`}
        >
          <bdi>{customId}</bdi>, version {version}
          {isCurrent && ' (current)'}: <bdi>{fileName}</bdi>
        </span>
      </TableCell>
      <TableCell isWide>
        <span className="flex flex-col items-start gap-1">
          {badges[state] ?? <Badge tone="info">Being read again</Badge>}
          {reason !== null && (
            <span className="text-12 text-secondary [overflow-wrap:anywhere]" dir="auto">
              {reason}
            </span>
          )}
        </span>
      </TableCell>
      <TableCell className="text-12 text-tertiary [overflow-wrap:anywhere]">
        {parser === null ? (
          'Not read'
        ) : (
          <>
            <span className="@table:sr-only">Read by </span>
            {parser}
          </>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap text-tertiary @max-table:text-12">
        <span className="@table:sr-only">Uploaded </span>
        <RelativeTime at={createdAt} />
      </TableCell>
      <TableCell isWide className="@table:text-end">
        <Acts problem={problem} titleId={titleId} />
      </TableCell>
    </TableRow>
  )
}

const badges: Partial<Readonly<Record<IngestionProblem['ingestion']['state'], React.ReactNode>>> = {
  failed: <Badge tone="danger">Not readable</Badge>,
  ready: <Badge tone="warning">Partly read</Badge>,
}

/** A text that exists is never replaced: what was read in part is compared with its original. */
function Acts({ problem, titleId }: { readonly problem: IngestionProblem; readonly titleId: string }) {
  const { documentId, versionId, fileName, ingestion } = problem
  const readAgain = useReadAgain()
  const save = useSaveOriginal({ id: documentId, versionId }, fileName)
  if (ingestion.state !== 'failed')
    return (
      <Link
        to={`/documents/${documentId}/versions/${versionId}/extracted`}
        aria-label={`Text beside original: ${problem.title}`}
        className={buttonClass({ size: 'sm' })}
      >
        <Columns2 aria-hidden="true" className="size-3.5" />
        Text beside original
      </Link>
    )
  return (
    <span className="inline-flex flex-wrap gap-2 @table:justify-end">
      <Button size="sm" busy={save.isPending} aria-describedby={titleId} onClick={() => save.mutate()}>
        {!save.isPending && <FileDown aria-hidden="true" className="size-3.5" />}
        Original file
      </Button>
      <Button
        size="sm"
        busy={readAgain.isPending}
        aria-describedby={titleId}
        onClick={() => readAgain.mutate({ body: { versionIds: [versionId] } })}
      >
        {!readAgain.isPending && <RotateCcw aria-hidden="true" className="size-3.5" />}
        Read again
      </Button>
    </span>
  )
}
