import { openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'

export const notesOfEach = 200

/** Fills the notes of organizations 1 to `organizations` as administrator, then runs ANALYZE. */
export async function fillNotes(url: string, organizations: number): Promise<void> {
  const administrator = openDatabase({
    urls: { app: url, platform: url },
    name: 'filling',
    transactionTimeoutMs: 120_000,
  })
  await administrator.platformTx(async (db) => {
    await db.execute(sql`
      insert into notes select o, (lpad(to_hex(o), 8, '0') || '-0000-0000-0000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'a note of some length, as a row of a list would have'
      from generate_series(1, ${organizations}::int) o, generate_series(1, ${notesOfEach}::int) n order by n, o`)
    await db.execute('analyze notes')
  })
  await administrator.close()
}

/** The id of an organization's n-th note: the same in every database. */
export function noteIdOf(organization: number, n: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `${hex(organization, 8)}-0000-0000-0000-${hex(n, 12)}`
}
