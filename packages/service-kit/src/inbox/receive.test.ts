import type { EventEnvelope } from '@portal/contracts/events'
import { event, events } from '@portal/contracts/events'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '../database/open-database.ts'
import { forgetHandled } from '../housekeeping.ts'
import { createLogger } from '../logger.ts'
import { emitter } from '../outbox/emit.ts'
import { inbox, outbox } from '../tables.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { type Consumer, type Handling, handlingOf as handlingFor, on } from './consumers.ts'
import { deadLetters } from './dead-letters.ts'
import { receive } from './receive.ts'

const source = events('source', {
  noteWritten: event('note.written', 1, { text: z.string() }),
})
const log = createLogger({ service: 'test', level: 'silent' })
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function testDatabase(): Promise<Database> {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  closing.push(drop, () => database.close())
  return database
}

function handlingOf(database: Database, ...consumers: Consumer[]): Handling {
  return handlingFor({ service: 'test', consumers, database, log })
}

function written(text: string, about: { organizationId?: number; subject?: string } = {}): EventEnvelope {
  const organizationId = about.organizationId ?? 1
  const subject = about.subject ?? 'note'
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: 'source',
    type: 'note.written',
    dataversion: 1,
    subject,
    time: new Date().toISOString(),
    organizationid: organizationId,
    partitionkey: `${organizationId}/${subject}`,
    data: { text },
  }
}

const writeNote = on(source.noteWritten, async ({ db, organizationId }, { data }) => {
  if (data.text.startsWith('poison')) throw new Error(`cannot write ${data.text}`)
  await db.execute(sql`insert into notes values (${organizationId}, gen_random_uuid(), ${data.text})`)
})

function notes(database: Database, organizationId = 1): Promise<string[]> {
  return database.tenantTx(organizationId, async (db) =>
    (await db.execute<{ text: string }>(sql`select text from notes order by ctid`)).map((row) => row.text),
  )
}

test('a repeated delivery has no effect', async () => {
  const database = await testDatabase()
  const handling = handlingOf(database, writeNote)
  const event = written('once')
  await receive(handling, event)
  await receive(handling, event)
  await receive(handling, event)
  expect(await notes(database)).toEqual(['once'])
})

test('an event works in its own organization only', async () => {
  const database = await testDatabase()
  const handling = handlingOf(database, writeNote)
  await receive(handling, written('of two', { organizationId: 2 }))
  expect(await notes(database, 1)).toEqual([])
  expect(await notes(database, 2)).toEqual(['of two'])
})

test('a poison event goes to the dead letters after five tries and holds its key; other keys move on', async () => {
  const database = await testDatabase()
  let tries = 0
  const counted = on(source.noteWritten, async (scope, { data, ...event }) => {
    if (data.text === 'poison') tries += 1
    await writeNote.handle(scope, { ...written(data.text), ...event })
  })
  const handling = handlingOf(database, counted)
  await receive(handling, written('first'))
  await receive(handling, written('poison'))
  await receive(handling, written('behind'))
  await receive(handling, written('elsewhere', { subject: 'other' }))
  expect(tries).toBe(5)
  expect(await notes(database)).toEqual(['first', 'elsewhere'])
  expect(await deadLetters(handling).list()).toMatchObject([
    { reason: 'cannot write poison', tries: 5, key: 'source/1/note' },
    { reason: null, tries: 0, key: 'source/1/note' },
  ])
})

test('a replay handles the letters of a key in order and releases the key', async () => {
  const database = await testDatabase()
  const broken = handlingOf(database, writeNote)
  const poison = written('poison at first')
  const behind = [written('second'), written('third')]
  for (const event of [poison, ...behind, poison]) await receive(broken, event)
  expect(await deadLetters(broken).replay(poison.id)).toMatchObject({
    replayed: 0,
    stoppedBy: { tries: 6 },
  })

  const repaired = handlingOf(
    database,
    on(source.noteWritten, async ({ db, organizationId }, { data }) => {
      await db.execute(sql`insert into notes values (${organizationId}, gen_random_uuid(), ${data.text})`)
    }),
  )
  expect(await deadLetters(repaired).replay(poison.id)).toEqual({ replayed: 3, stoppedBy: null })
  await receive(repaired, written('fourth'))
  for (const event of [poison, ...behind]) await receive(repaired, event)
  expect(await notes(database)).toEqual(['poison at first', 'second', 'third', 'fourth'])
  expect(await deadLetters(repaired).list()).toEqual([])
})

test('discarding a poison event replays what it held back and drops it for good', async () => {
  const database = await testDatabase()
  const handling = handlingOf(database, writeNote)
  const poison = written('poison')
  for (const event of [poison, written('held')]) await receive(handling, event)
  expect(await deadLetters(handling).discard(poison.id)).toEqual({ replayed: 1, stoppedBy: null })
  await receive(handling, poison)
  expect(await notes(database)).toEqual(['held'])
})

test('what a handler emits commits with its effect or not at all', async () => {
  const database = await testDatabase()
  let isBroken = true
  const handling = {
    ...handlingOf(
      database,
      on(source.noteWritten, async ({ emit }, { subject, data }) => {
        await emit(source.noteWritten, { subject, data: { text: `heard ${data.text}` } })
        if (isBroken) throw new Error('after the emit')
      }),
    ),
    service: 'source',
  }
  const event = written('hello')
  await receive(handling, event)
  const queued = () => database.platformTx((db) => db.select().from(outbox))
  expect(await queued()).toEqual([])
  isBroken = false
  await deadLetters(handling).replay(event.id)
  expect(await queued()).toMatchObject([
    { organizationId: 1, event: { type: 'note.written', data: { text: 'heard hello' } } },
  ])
})

test('an event is emitted with its organization as audience, its key and its schema', async () => {
  const database = await testDatabase()
  const wrote: string[] = []
  await database.tenantTx(7, async (db) => {
    const emit = emitter(db, { source: 'source', organizationId: 7, wrote })
    await emit(source.noteWritten, { subject: 'n1', data: { text: 'x' } })
  })
  const [row] = await database.platformTx((db) => db.select().from(outbox))
  expect(row).toMatchObject({
    organizationId: 7,
    event: { organizationid: 7, partitionkey: '7/n1', audience: { organizationId: 7 }, dataversion: 1 },
  })
  expect(wrote).toEqual([`note.written:${row?.event.id}`])
})

test('what was handled is forgotten after fifteen days, and not before', async () => {
  const database = await testDatabase()
  const day = 86_400_000
  const handledAgo = async (days: number) => {
    const at = new Date(Date.now() - days * day)
    const row = { eventId: uuidAt(at), consumer: 'test', organizationId: 1, handledAt: at }
    await database.platformTx((db) => db.insert(inbox).values(row))
    return row.eventId
  }
  await handledAgo(16)
  const recent = await handledAgo(14)
  await forgetHandled(database)
  const left = await database.platformTx((db) => db.select({ eventId: inbox.eventId }).from(inbox))
  expect(left).toEqual([{ eventId: recent }])
})

function uuidAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8abc-0123456789ab`
}

test('events of one transaction are queued in the order of their emission, whatever characters they carry', async () => {
  const database = await testDatabase()
  const texts = ['one', `it's \\ "quoted" $1 ; --`, 'NUL \u0000', '🙂']
  await database.tenantTx(7, async (db) => {
    const emit = emitter(db, { source: 'source', organizationId: 7 })
    for (const text of texts) await emit(source.noteWritten, { subject: 'n1', data: { text } })
  })
  const rows = await database.platformTx((db) => db.select().from(outbox).orderBy(outbox.seq))
  expect(rows.map((row) => row.event.data.text)).toEqual(texts)
  expect(rows.every((row) => row.organizationId === 7)).toBe(true)
})

test('an event that belongs to another organization than its transaction undoes the transaction', async () => {
  const database = await testDatabase()
  const forged = database.tenantTx(7, async (db) => {
    await db.execute(sql`insert into notes values (7, gen_random_uuid(), 'kept?')`)
    const emit = emitter(db, { source: 'source', organizationId: 8 })
    await emit(source.noteWritten, { subject: 'n1', data: { text: 'x' } })
  })
  await expect(forged).rejects.toThrow(/row-level security/)
  expect(await notes(database, 7)).toEqual([])
})
