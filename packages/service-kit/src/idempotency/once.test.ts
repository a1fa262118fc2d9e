import { setTimeout as delay } from 'node:timers/promises'
import { event, events } from '@portal/contracts/events'
import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { CodedError } from '../coded-error.ts'
import type { Context } from '../context.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { defineService } from '../define-service.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { forgetOldResponses, once } from './once.ts'

const Note = z.object({ id: z.string() })
const api = {
  addNote: route('POST', '/api/notes', {
    can: 'signed-in',
    summary: 'Adds a note',
    body: z.object({ text: z.string() }),
    returns: Note,
  }),
}
const { noteAdded } = events('chat', { noteAdded: event('note.added', 1, { id: z.string() }) })

const addNote = (ctx: Context<unknown>, text: string) =>
  ctx.tx(async (db, emit) => {
    const id = uuidV7()
    await db.execute(sql`insert into notes values (${ctx.organizationId}, ${id}, ${text})`)
    await emit(noteAdded, { subject: id, data: { id } })
    return ctx.respond(db, { id })
  })

type NoteVerb = (ctx: Context<unknown>, text: string) => Promise<z.input<typeof Note>>
let verb: NoteVerb = addNote
let under: ServiceUnderTest
let owner: postgres.Sql
let database: Database

beforeAll(async () => {
  const definition = defineService<typeof api, unknown, 'chat'>({
    name: 'chat',
    api,
    verbs: { addNote: (ctx, { body }) => verb(ctx, body.text) },
    consumers: [],
    jobs: [],
    migrations: notesMigrations,
  })
  under = await startUnderTest(definition, { ports: {} })
  owner = postgres(under.urls.owner, { max: 1, onnotice: () => undefined })
  database = openDatabase({ urls: under.urls, name: 'test' })
})

afterAll(async () => {
  await owner.end()
  await database.close()
  await under.stop()
})

beforeEach(() => {
  verb = addNote
})

let organization = 0
const newPerson = () => {
  organization += 1
  return { personId: `person-${organization}`, organizationId: organization, role: 'admin' as const }
}

function adding(person: ReturnType<typeof newPerson>, text = 'text', key = crypto.randomUUID()) {
  const client = under.as(person)
  return () => client.call(api.addNote, { body: { text } }, { headers: { 'idempotency-key': key } })
}

async function notesOf({ organizationId }: { readonly organizationId: number }): Promise<number> {
  const rows = await database.tenantTx(organizationId, (db) => db.execute(sql`select 1 from notes`))
  return rows.length
}

it('a backend killed while it stores the response leaves no effect, and the retry acts once', async () => {
  await owner.unsafe(`
    create function die() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger die before update on idempotency_keys for each row execute function die()`)
  const person = newPerson()
  const add = adding(person)
  await expect(add()).rejects.toMatchObject({ status: 503 })
  await owner.unsafe('drop trigger die on idempotency_keys; drop function die()')
  await add()
  expect(await notesOf(person)).toBe(1)
})

it('a response that was lost after the commit is sent again, without a second effect', async () => {
  verb = async (ctx, text) => {
    await addNote(ctx, text)
    throw new Error('The process died here.')
  }
  const person = newPerson()
  const add = adding(person)
  await expect(add()).rejects.toMatchObject({ status: 500 })
  verb = addNote
  expect(await add()).toEqual(await add())
  expect(await notesOf(person)).toBe(1)
})

it('two submits at once have one effect and get the same response', async () => {
  verb = async (ctx, text) => {
    await delay(100)
    return addNote(ctx, text)
  }
  const person = newPerson()
  const add = adding(person)
  const [first, second] = await Promise.all([add(), delay(5).then(add)])
  expect(second).toEqual(first)
  expect(await notesOf(person)).toBe(1)
})

/** A verb that waits for `goOn`, and the seconds since its key was claimed. */
function frozenVerb({ organizationId }: ReturnType<typeof newPerson>) {
  const frozen = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  verb = async (ctx, text) => {
    reached.resolve()
    await frozen.promise
    return addNote(ctx, text)
  }
  const ask = (statement: ReturnType<typeof sql>) =>
    database.tenantTx(organizationId, (db) => db.execute(statement))
  const age = sql`extract(epoch from now() - created_at)::float as age`
  return {
    reached: reached.promise,
    goOn: () => frozen.resolve(),
    makeOlder: (seconds: number) =>
      ask(sql`update idempotency_keys set created_at = now() - ${seconds} * interval '1 second'`),
    age: async () => (await ask(sql`select ${age} from idempotency_keys`))[0]?.age,
  }
}

it('a repetition that waits until the deadline has looked a few times, not all the while', async () => {
  let looks = 0
  const counting: Database = {
    ...database,
    platformTx: (work, kind) => {
      looks += 1
      return database.platformTx(work, kind)
    },
  }
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<null>()
  const request = {
    personId: newPerson().personId,
    organizationId: 1,
    key: 'k',
    route: 'POST /',
    bodySha256: '',
  }
  const first = once(database, request, () => {
    begun.resolve()
    return ended.promise
  })
  await begun.promise
  await expect(once(counting, request, () => ended.promise)).rejects.toMatchObject({ code: 'conflict' })
  expect(looks).toBeLessThan(30)
  ended.resolve(null)
  await first
})

it('the key of a process that died is free after ten seconds, and its attempt can no longer commit', async () => {
  const person = newPerson()
  const add = adding(person)
  const frozen = frozenVerb(person)
  const first = add().catch((error: unknown) => error)
  await frozen.reached
  await frozen.makeOlder(11)
  verb = addNote
  const second = await add()
  frozen.goOn()
  expect(await first).toMatchObject({ status: 409 })
  expect(await add()).toEqual(second)
  expect(await notesOf(person)).toBe(1)
})

it('an attempt that takes long keeps its key', async () => {
  const person = newPerson()
  const add = adding(person)
  const frozen = frozenVerb(person)
  const first = add()
  await frozen.reached
  await frozen.makeOlder(9)
  await vi.waitFor(async () => expect(await frozen.age()).toBeLessThan(3), { timeout: 20_000 })
  frozen.goOn()
  expect(await add()).toEqual(await first)
  expect(await notesOf(person)).toBe(1)
})

it('what a verb returns after its transaction replaces the stored response', async () => {
  verb = async (ctx, text) => ({ id: `${(await addNote(ctx, text)).id} and more` })
  const add = adding(newPerson())
  const { id } = await add()
  expect(id).toContain('and more')
  expect(await add()).toEqual({ id })
})

it('a key that was used in one organization does not replay its response in the next', async () => {
  const person = newPerson()
  const moved = { ...newPerson(), personId: person.personId }
  const key = crypto.randomUUID()
  const first = await adding(person, 'text', key)()
  const second = await adding(moved, 'text', key)()
  expect(second).not.toEqual(first)
  expect([await notesOf(person), await notesOf(moved)]).toEqual([1, 1])
})

it('what a person without an organization founded is replayed to its founder, not in a later organization', async () => {
  const { personId, organizationId } = newPerson()
  const later = newPerson().organizationId
  let founded = 0
  verb = (ctx) =>
    ctx.platformTx(async (db, emit) => {
      founded += 1
      const id = `${founded}`
      await emit(noteAdded, { subject: id, data: { id }, organizationId })
      return ctx.respond(db, { id })
    })
  const key = crypto.randomUUID()
  const headers = { 'idempotency-key': key }
  const found = (organization?: number) =>
    under
      .as(organization ? { personId, organizationId: organization, role: 'admin' } : { personId })
      .call(api.addNote, { body: { text: 'text' } }, { headers })
  expect([await found(), await found(), await found(organizationId)]).toEqual(Array(3).fill({ id: '1' }))
  expect(await found(later)).toEqual({ id: '2' })
})

it('a POST that would commit its event without its response fails as a whole', async () => {
  verb = (ctx) =>
    ctx.tx(async (db, emit) => {
      await db.execute(sql`insert into notes values (${ctx.organizationId}, ${uuidV7()}, 'text')`)
      await emit(noteAdded, { subject: 'note', data: { id: 'note' } })
      return { id: 'note' }
    })
  const person = newPerson()
  await expect(adding(person)()).rejects.toMatchObject({ status: 500 })
  expect(await notesOf(person)).toBe(0)
})

it('a request that failed may be sent again; other content under its key is refused', async () => {
  verb = () => Promise.reject(new CodedError('conflict', 'Not now.'))
  const person = newPerson()
  const key = crypto.randomUUID()
  await expect(adding(person, 'text', key)()).rejects.toMatchObject({ status: 409 })
  verb = addNote
  await adding(person, 'text', key)()
  await expect(adding(person, 'other', key)()).rejects.toMatchObject({ status: 422 })
  expect(await notesOf(person)).toBe(1)
})

it('responses older than a day are forgotten in several transactions, which wait for nobody; later ones are kept', async () => {
  const hours = (age: number) => sql`now() - make_interval(hours => ${age}::int)`
  const store = (person: string, age: number, count: number) =>
    database.platformTx((db) =>
      db.execute(sql`
        insert into idempotency_keys (person_id, key, route, body_sha256, state, created_at)
        select ${person}, n::text, 'POST /api/notes', '', 'done', ${hours(age)}
        from generate_series(1, ${count}::int) n`),
    )
  const left = async (person: string) =>
    (
      await database.platformTx((db) =>
        db.execute(sql`select 1 from idempotency_keys where person_id = ${person}`),
      )
    ).length
  await store('long ago', 25, 5000)
  await store('of today', 23, 3)
  await store('in use', 25, 1)
  const removed: number[] = []
  const platformTx: Database['platformTx'] = async (run) => {
    const before = await left('long ago')
    const result = await database.platformTx(run)
    removed.push(before - (await left('long ago')))
    return result
  }
  // A request has this one, as it does while it takes over a key.
  const request = postgres(under.urls.platform, { max: 1 })
  onTestFinished(() => request.end())
  await request.begin(async (held) => {
    expect(await held`select 1 from idempotency_keys where person_id = 'in use' for update`).toHaveLength(1)
    await forgetOldResponses({ platformTx })
  })
  expect(Math.max(...removed)).toBeLessThanOrEqual(2000)
  expect([await left('long ago'), await left('of today'), await left('in use')]).toEqual([0, 3, 1])
  await forgetOldResponses(database)
  expect(await left('in use')).toBe(0)
}, 60_000)
