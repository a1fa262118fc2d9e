import { documentsApi } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sleep } from '@portal/service-kit/sleep'
import { sql } from 'drizzle-orm'
import type { DocumentsService } from '../services/documents-service.ts'

const policyOf = (years: string) =>
  `Archive Policy\n\n1. Purpose\n\nRecords of accidents are kept for ${years} years in the archive.\n`

/** Copying rows may take that long. */
const transactionTimeoutMs = 120_000

interface Wanted {
  readonly organizationId: number
  readonly count: number
  /** Passages of the version that was replaced. */
  readonly perDocument: number
}

/**
 * An organization whose documents all had another version on the day that is returned. One is
 * uploaded and read; its rows are copied, since only their number matters to what is measured.
 */
export async function replacedDocuments(service: DocumentsService, wanted: Wanted): Promise<string> {
  const client = service.clientOf(wanted.organizationId)
  const { id } = await client.call(documentsApi.uploadDocument, {
    form: { title: 'Archive Policy' },
    file: new Blob([policyOf('seven')]),
    fileName: 'archive.txt',
  })
  const ready = async (versions: number) => {
    for (;;) {
      const list = await client.call(documentsApi.listVersions, { params: { id } })
      if (list.length === versions && list.every(({ ingestion }) => ingestion.state === 'ready')) return list
      await sleep(50)
    }
  }
  await ready(1)
  const { id: versionId } = await client.call(documentsApi.createVersion, {
    params: { id },
    form: { title: 'Archive Policy', changes: 'Longer.' },
    file: new Blob([policyOf('eleven')]),
    fileName: 'archive.txt',
  })
  await ready(2)
  await client.call(documentsApi.activateVersion, { params: { id, versionId } })
  const database = openDatabase({ urls: service.urls, name: 'copies', transactionTimeoutMs })
  await database.tenantTx(wanted.organizationId, async (db) => {
    const write = (statement: string) => db.execute(sql.raw(statement))
    await write(`update versions set activated_at = '2026-03-15' where superseded_at is null`)
    await write(`update versions set activated_at = '2026-01-10', superseded_at = '2026-03-15'
      where superseded_at is not null`)
    for (const [table, copies] of Object.entries(copied(wanted)))
      await write(await copyStatement(db, table, copies))
  })
  await database.close()
  return '2026-02-01'
}

/** By table: which rows are copied how often, and what is not as in the row. */
interface Copies {
  readonly of: string
  readonly times: number
  readonly changes: Readonly<Record<string, string>>
}

/** Each in a statement of its own, on the rows that the organization has by then. */
function copied({ count, perDocument }: Wanted): Readonly<Record<string, Copies>> {
  const isReplaced = 'superseded_at is not null'
  const replacedPassages = `row.version_id in (select id from versions where ${isReplaced}) and row.ordinal = 0`
  const hash = "row.content_hash || '-' || n"
  return {
    documents: {
      of: 'true',
      times: count,
      changes: {
        id: idOf('document'),
        custom_id: "row.custom_id || '-' || n",
        current_version_id: idOf('current'),
      },
    },
    versions: {
      of: isReplaced,
      times: count,
      changes: { id: idOf('version'), document_id: idOf('document'), passage_count: String(perDocument) },
    },
    embeddings: {
      of: `row.content_hash in (select row.content_hash from passages row where ${replacedPassages})`,
      times: count * perDocument,
      changes: { content_hash: hash, token_states: 'null', clause_states: 'null', states_version: 'null' },
    },
    passages: {
      of: replacedPassages,
      times: count * perDocument,
      changes: {
        id: idOf('passage'),
        version_id: idOf('version', `(n % ${count})`),
        ordinal: `n + 1`,
        content_hash: hash,
      },
    },
  }
}

/** The same for the same number, so that rows of several tables belong together. */
function idOf(what: string, number = 'n'): string {
  const random = `md5('${what}' || row.organization_id || '-' || ${number})`
  return `overlay(overlay(${random} placing '4' from 13) placing '8' from 17)::uuid`
}

async function copyStatement(
  db: TransactionHandle,
  table: string,
  { of, times, changes }: Copies,
): Promise<string> {
  const columns = await db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ name }) => changes[name] ?? `row."${name}"`).join(', ')
  return `insert into ${table} (${names})
    select ${values} from ${table} row, generate_series(0, ${times - 1}) n where ${of}`
}
