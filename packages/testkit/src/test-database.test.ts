import { openDatabase } from '@portal/service-kit/database/open-database'
import { expect, it } from 'vitest'
import { notesMigrations } from './notes-migrations.ts'
import { createTestDatabase } from './test-database.ts'

async function countNotes(organizationId: number, urls: Parameters<typeof openDatabase>[0]['urls']) {
  const database = openDatabase({ urls, name: 'test' })
  try {
    const rows = await database.tenantTx(organizationId, (db) => db.execute('select * from notes'))
    return rows.length
  } finally {
    await database.close()
  }
}

it('a test database starts empty, whatever another one of the same migrations holds', async () => {
  await using first = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls: first.urls, name: 'test' })
  await database.tenantTx(1, (db) =>
    db.execute(`insert into notes values (1, gen_random_uuid(), 'of the first database')`),
  )
  await database.close()
  await using second = await createTestDatabase(notesMigrations)
  expect(await countNotes(1, first.urls)).toBe(1)
  expect(await countNotes(1, second.urls)).toBe(0)
})

it('a copied database keeps the row security of its template', async () => {
  await using copy = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls: copy.urls, name: 'test' })
  const foreign = database.tenantTx(1, (db) =>
    db.execute(`insert into notes values (2, gen_random_uuid(), 'for another organization')`),
  )
  await expect(foreign).rejects.toMatchObject({
    cause: { message: expect.stringContaining('row-level security') },
  })
  await database.close()
})
