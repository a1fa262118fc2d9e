import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'
import { procedureCall } from './procedure-call.ts'

async function freshDatabase(): Promise<Database> {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return database
}

const eventsOf = async (database: Database) => {
  const rows = await database.platformTx((db) =>
    db.execute<{ event: unknown }>('select event from outbox order by seq'),
  )
  return rows.map(({ event }) => event)
}

const hostile = [
  `'); delete from notes; --`,
  `\\'); delete from notes; --`,
  `\\\\' || 'x`,
  `$$ $1 :x E'\\x27' \\u0027 \u0000 \ud800 ' "`,
  'Ünïcode 文書 🙂 \r\n\t',
]

test.each(['on', 'off'])(
  'whatever text an event carries arrives as it was and is never taken for SQL, with standard_conforming_strings %s',
  async (setting) => {
    const database = await freshDatabase()
    await database.tenantTx(1, async (db) => {
      await db.execute(sql`insert into notes values (1, gen_random_uuid(), 'kept')`)
      await db.execute(`set local standard_conforming_strings = ${setting}`)
      for (const text of hostile) db.callWithCommit('emit_event', [1, JSON.stringify({ text })])
    })
    expect(await eventsOf(database)).toEqual(hostile.map((text) => ({ text })))
    expect(await database.tenantTx(1, (db) => db.execute('select text from notes'))).toEqual([
      { text: 'kept' },
    ])
  },
)

test('what fails in the message of the commit undoes the whole transaction', async () => {
  const database = await freshDatabase()
  const forAnother = database.tenantTx(1, async (db) => {
    await db.execute(sql`insert into notes values (1, gen_random_uuid(), 'undone')`)
    db.callWithCommit('emit_event', [1, '{}'])
    db.callWithCommit('emit_event', [2, '{}'])
  })
  await expect(forAnother).rejects.toThrow('row-level security')
  expect(await eventsOf(database)).toEqual([])
  expect(await database.tenantTx(1, (db) => db.execute('select text from notes'))).toHaveLength(0)
})

test('what cannot be written into SQL is refused', () => {
  expect(() => procedureCall('emit_event', [1, 'a\0b'])).toThrow('NUL')
  for (const number of [1.5, Number.NaN, 2 ** 53])
    expect(() => procedureCall('emit_event', [number, ''])).toThrow('whole')
})
