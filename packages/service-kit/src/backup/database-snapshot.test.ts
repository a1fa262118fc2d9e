import { setImmediate } from 'node:timers/promises'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { DatabaseSnapshot } from './database-snapshot.ts'

test.each([1, 70, 90, 110, 150, 1000, 3000])(
  'copies %i rows of 1 KB to a store that is slower than Postgres, and then the other tables',
  async (rows) => {
    const { urls, drop } = await createTestDatabase(notesMigrations)
    onTestFinished(drop)
    const database = openDatabase({ urls, name: 'notes' })
    await database.tenantTx(1, (db) =>
      db.execute(sql`insert into notes (organization_id, id, text)
        select 1, gen_random_uuid(), repeat('x', 1000) from generate_series(1, ${rows}::int)`),
    )
    await database.close()
    let bytes = 0
    await using snapshot = await DatabaseSnapshot.open(urls.owner)
    const copy = await snapshot.copy(async (_, chunks) => {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        await setImmediate()
      }
      return 1
    })
    expect(copy.tables.find(({ name }) => name === 'notes')?.rows).toBe(rows)
    expect(bytes).toBeGreaterThan(1000 * rows)
  },
)
