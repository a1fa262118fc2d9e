import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { passages } from '../schema.ts'
import type { ReadText } from './read-text.ts'

const rowsPerInsert = 200

/** Inserts the passages of a version, in order. */
export async function insertPassages(
  db: TransactionHandle,
  { organizationId, versionId }: { readonly organizationId: number; readonly versionId: string },
  cut: ReadText['passages'],
): Promise<void> {
  for (let from = 0; from < cut.length; from += rowsPerInsert) {
    const rows = cut
      .slice(from, from + rowsPerInsert)
      .map((passage, at) => ({ ...passage, id: uuidV7(), ordinal: from + at }))
    // As one parameter: the query builder takes 200 µs per row.
    await db.execute(sql`
      insert into ${passages} (organization_id, version_id, id, ordinal, start_offset, end_offset,
        heading_path, page, text, content_hash)
      select ${organizationId}, ${versionId}::uuid, id, ordinal, "start", "end", "headingPath", page,
        text, "contentHash"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as passage(id uuid, ordinal int,
        "start" int, "end" int, "headingPath" text[], page int, text text, "contentHash" text)`)
  }
}
