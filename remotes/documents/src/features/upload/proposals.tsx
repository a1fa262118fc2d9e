import { type Document, documentsApi } from '@portal/contracts/documents'
import type { ProposedFacts } from '@portal/contracts/upload-help'
import { routeQuery, useApi } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { Select } from '@portal/ui/select'
import { Skeleton } from '@portal/ui/skeleton'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useDepartments } from '../library/queries.ts'
import { useOwnerOptions } from '../owner/owner-dialog.tsx'
import { type Accepted, useAccept } from './use-accept.ts'

const columns = [
  { label: 'File', className: 'w-1/6' },
  { label: 'Title' },
  { label: 'Department', className: 'w-40 @min-[66rem]:w-52' },
  { label: 'Owner', className: 'w-40 @min-[66rem]:w-48' },
  { label: 'Accept', isHidden: true, className: 'w-54' },
]

/** A document that still has the name of its file, with what the server proposes instead. */
interface Row {
  readonly document: Document
  readonly isPending: boolean
  readonly hasProposal: boolean
  readonly facts: Accepted
}

/** What documents may be called that were uploaded without a title, for a person to accept. */
export function Proposals({ documents }: { readonly documents: readonly Document[] }) {
  const { rows, edit, dismiss } = useProposedRows(documents)
  const { accept, isBusy } = useAccept()
  if (rows.length === 0) return null
  const settled = rows.filter(({ isPending }) => !isPending)
  const acceptAll = () => accept(settled.map(({ document, facts }) => ({ id: document.id, facts })))
  return (
    <section aria-label="Proposed titles" className="border-subtle border-t">
      <header className="flex flex-wrap items-center gap-2 bg-canvas px-4 py-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold text-14">Proposed titles</h3>
          <p className="text-13 text-tertiary">
            {counted(rows.length, 'document has', 'documents have')} the name of a file. Titles come from the
            documents themselves, departments from their text or from documents like them.
          </p>
        </div>
        <Button size="sm" busy={isBusy} disabled={settled.length === 0} onClick={() => void acceptAll()}>
          Accept all
        </Button>
      </header>
      <Table label="Proposed titles" columns={columns}>
        {rows.map((row) => (
          <ProposalRow
            key={row.document.id}
            {...{ row, isBusy }}
            onEdit={(facts) => edit(row.document.id, facts)}
            onAccept={() => void accept([{ id: row.document.id, facts: row.facts }])}
            onDismiss={() => dismiss(row.document.id)}
          />
        ))}
      </Table>
    </section>
  )
}

function useProposedRows(documents: readonly Document[]) {
  const client = useApi()
  const [edits, setEdits] = useState<Readonly<Record<string, Partial<Accepted>>>>({})
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const unnamed = documents.filter(
    ({ id, title, fileName, ingestion }) =>
      title === fileName && ingestion.state === 'ready' && !dismissed.has(id),
  )
  useUnsavedText(() => unnamed.some(({ id }) => edits[id] !== undefined))
  const proposals = useQueries({
    queries: unnamed.map(({ id }) => ({
      ...routeQuery(client, documentsApi.proposeFacts, { params: { id } }),
      // Once: every upload makes the other reads stale, and a proposal costs a search.
      enabled: ({ state }: { readonly state: { readonly data: ProposedFacts | undefined } }) =>
        state.data === undefined,
    })),
  })
  const rows = unnamed.map((document, at): Row => {
    const { data, isPending = false } = proposals[at] ?? {}
    const facts = { ...proposedFor(document, data), ...edits[document.id] }
    return { document, isPending, hasProposal: data?.title != null, facts }
  })
  return {
    rows,
    edit: (id: string, facts: Partial<Accepted>) =>
      setEdits((now) => ({ ...now, [id]: { ...now[id], ...facts } })),
    dismiss: (id: string) => setDismissed((now) => new Set([...now, id])),
  }
}

/** A department or owner that was chosen at upload stays. */
function proposedFor(
  { title, departmentId, ownerId }: Document,
  proposed: ProposedFacts | undefined,
): Accepted {
  return {
    title: proposed?.title ?? title,
    departmentId: departmentId ?? proposed?.departmentId ?? null,
    ownerId: ownerId ?? proposed?.ownerId ?? null,
  }
}

interface ProposalRowProps {
  readonly row: Row
  readonly isBusy: boolean
  readonly onEdit: (facts: Partial<Accepted>) => void
  readonly onAccept: () => void
  readonly onDismiss: () => void
}

function ProposalRow({ row, isBusy, onEdit, onAccept, onDismiss }: ProposalRowProps) {
  const { data: departments = [] } = useDepartments()
  const owners = useOwnerOptions()
  const { document, isPending, hasProposal, facts } = row
  const { fileName, customId } = document
  return (
    <TableRow>
      <TableCell isWide className="text-13">
        <span className="block truncate" dir="auto" title={fileName}>
          {fileName}
        </span>
        <span className="block truncate text-12 text-tertiary">
          ID <bdi>{customId}</bdi>
        </span>
      </TableCell>
      <TableCell isWide>
        {isPending ? (
          <Skeleton className="h-8 w-full" />
        ) : (
          <TextField
            label={`Title of ${fileName}`}
            hideLabel
            maxLength={300}
            value={facts.title}
            hint={!hasProposal && 'The document itself names no title.'}
            disabled={isBusy}
            onChange={(event) => onEdit({ title: event.target.value })}
          />
        )}
      </TableCell>
      <TableCell isWide>
        <Select
          label={`Department of ${fileName}`}
          hideLabel
          placeholder="None"
          value={facts.departmentId === null ? '' : String(facts.departmentId)}
          disabled={isBusy || isPending}
          options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target: { value } }) => onEdit({ departmentId: value === '' ? null : Number(value) })}
        />
      </TableCell>
      <TableCell isWide>
        <Select
          label={`Owner of ${fileName}`}
          hideLabel
          placeholder="No owner"
          value={facts.ownerId ?? ''}
          disabled={isBusy || isPending}
          options={owners}
          onChange={({ target: { value } }) => onEdit({ ownerId: value === '' ? null : value })}
        />
      </TableCell>
      <TableCell isWide className="@table:text-end">
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            variant="ghost"
            disabled={isBusy}
            onClick={onDismiss}
            aria-label={`Keep as it is: ${fileName}`}
          >
            Keep as it is
          </Button>
          <Button
            size="sm"
            disabled={isBusy || isPending || facts.title.trim() === ''}
            aria-label={`Accept: ${fileName}`}
            onClick={onAccept}
          >
            Accept
          </Button>
        </span>
      </TableCell>
    </TableRow>
  )
}
