import type { AuditEntry, AuditExportFormat } from '@portal/contracts/audit'
import { csvLine } from '@portal/service-kit/csv-line'
import type { Context } from '../ports.ts'
import { entryPages } from './filter-entries.ts'
import { presentEntries } from './present-entries.ts'

const pageSize = 1000

/** Streams entries as a file, holding one page of them in memory. */
export function exportFile(
  ctx: Context,
  file: { readonly name: string; readonly format: AuditExportFormat },
  read: Parameters<typeof entryPages>[1],
): void {
  const { type, head, line } = formats[file.format]
  const day = new Date().toISOString().slice(0, 10)
  ctx.responseHeaders.set('content-type', type)
  ctx.responseHeaders.set('content-disposition', `attachment; filename="${file.name}-${day}.${file.format}"`)
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.streamResponse(
    (async function* () {
      yield head
      for await (const rows of entryPages(pageSize, read))
        yield (await presentEntries(ctx, rows)).map(line).join('')
    })(),
  )
}

const columns = [
  'sequence',
  'organizationId',
  'at',
  'actorId',
  'actorName',
  'action',
  'subject',
  'subjectName',
  'outcome',
  'service',
  'details',
  'id',
  'hash',
] as const satisfies (keyof AuditEntry)[]

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: csvLine(columns),
    line: (entry: AuditEntry) =>
      csvLine(columns.map((name) => (name === 'details' ? JSON.stringify(entry.details) : entry[name]))),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
}
