import type { EventEnvelope } from '@portal/contracts/events'
import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { createTestDatabase } from '@portal/testkit/test-database'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CodedError, notFound } from '../coded-error.ts'
import { openDatabase } from '../database/open-database.ts'
import { defineService } from '../define-service.ts'
import { createLogger } from '../logger.ts'
import { outbox } from '../tables.ts'
import { AuditLog } from './audit-log.ts'

const Id = z.object({ id: z.string() })
const returnsStrings = { returns: z.array(z.string()) }
const api = {
  list: route('GET', '/api/things', { can: 'member:change-role', summary: 'List', ...returnsStrings }),
  read: route('GET', '/api/things/{id}', { can: 'signed-in', summary: 'Read', params: Id }),
  remove: route('DELETE', '/api/things/{id}', { can: 'signed-in', summary: 'Remove', params: Id }),
  readAll: route('GET', '/api/master/things', {
    can: 'operator',
    summary: 'List all',
    query: z.object({ organizationId: z.coerce.number().optional() }),
    ...returnsStrings,
  }),
} as const
const things = defineService<typeof api, object, 'team'>({
  name: 'team',
  api,
  verbs: {
    list: async () => [],
    read: () => Promise.reject(notFound()),
    remove: async (_, { params }) => {
      if (params.id === 'mine') throw new CodedError('forbidden', 'Not your own.')
      throw notFound()
    },
    readAll: async () => [],
  },
  consumers: [],
  jobs: [],
  migrations: notesMigrations,
})

const member = { personId: 'ada', organizationId: 7, role: 'team_member' } as const
const patience = { timeout: 45_000, interval: 20 }
let under: ServiceUnderTest
let published: EventEnvelope[] = []

beforeAll(async () => {
  under = await startUnderTest(things, { ports: {} })
  const handle = async (envelope: EventEnvelope) => void published.push(envelope)
  await under.bus.subscribe({ group: 'watcher', topics: ['team'], handle })
})
beforeEach(() => {
  published = []
})
afterAll(() => under.stop())

const recorded = (count: number) =>
  vi.waitFor(() => {
    expect(published).toHaveLength(count)
    return published
  }, patience)

test('a refusal by the permission, by a policy and of an unknown id for a write is recorded, with person, organization and route alone', async () => {
  const client = under.as(member)
  await expect(client.call(api.list, {})).rejects.toMatchObject({ status: 403 })
  await expect(client.call(api.remove, { params: { id: 'mine' } })).rejects.toMatchObject({ status: 403 })
  await expect(client.call(api.remove, { params: { id: 'theirs' } })).rejects.toMatchObject({ status: 404 })
  const envelopes = await recorded(3)
  expect(envelopes.map(({ subject, data }) => [subject, data.code])).toEqual([
    ['GET /api/things', 'forbidden'],
    ['DELETE /api/things/{id}', 'forbidden'],
    ['DELETE /api/things/{id}', 'not_found'],
  ])
  for (const envelope of envelopes) {
    expect(envelope).toMatchObject({ type: 'access.denied', actorid: 'ada', organizationid: 7 })
    expect(envelope).not.toHaveProperty('audience')
    expect(JSON.stringify(envelope)).not.toContain('theirs')
  }
})

test('an unknown id that is only read, and a visitor, are no refusals to record', async () => {
  await expect(under.as(member).call(api.read, { params: { id: 'old' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(under.visitor.call(api.list, {})).rejects.toMatchObject({ status: 401 })
  const other = { personId: 'bob', organizationId: 8, role: 'team_member' } as const
  await expect(under.as(other).call(api.list, {})).rejects.toMatchObject({ status: 403 })
  expect((await recorded(1)).map(({ actorid }) => actorid)).toEqual(['bob'])
})

test("an operator's read across organizations is recorded before the response, once a minute, in the trail of the organization it names", async () => {
  const operator = under.as({ personId: 'operator', isOperator: true })
  for (let times = 0; times < 3; times += 1) await operator.call(api.readAll, { query: {} })
  await operator.call(api.readAll, { query: { organizationId: 9 } })
  const envelopes = await recorded(2)
  expect(envelopes.map(({ type, organizationid, actorid }) => [type, organizationid, actorid])).toEqual([
    ['access.read', undefined, 'operator'],
    ['access.read', 9, 'operator'],
  ])
})

test('a thousand refusals of one person leave eleven entries: ten, and one that says how many more there were', async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  let now = Date.now()
  const log = createLogger({ service: 'test', level: 'silent' })
  const audit = new AuditLog({ service: 'team', database, log, now: () => now })
  const attempt = { personId: 'eve', organizationId: 7, route: 'GET /api/things' }
  for (let times = 0; times < 1000; times += 1) await audit.denied(attempt, 'forbidden')
  now += 61_000
  await audit.denied({ ...attempt, personId: 'someone else' }, 'forbidden')
  await audit.stop()
  const rows = await database.platformTx((db) => db.select().from(outbox).orderBy(outbox.seq))
  await database.close()
  await drop()
  const ofEve = rows.filter(({ event }) => event.actorid === 'eve').map(({ event }) => event.data)
  expect(ofEve).toHaveLength(11)
  expect(ofEve.at(-1)).toMatchObject({ code: 'suppressed', suppressed: 990 })
})
