import { readdir } from 'node:fs/promises'
import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'
import { type HeadsUnderTest, openHeadsUnderTest } from './audit-heads.fixture.ts'
import { selectDetails } from './select-details.ts'
import { type AuditRow, auditChains, auditEntries } from './tables.ts'
import { verifyTrail } from './verify-trail.ts'

const patience = { timeout: 45_000, interval: 50 }
const secret = 'words of a person'
let heads: HeadsUnderTest
let under: ServiceUnderTest
let database: Database

beforeAll(async () => {
  heads = await openHeadsUnderTest()
  under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
  database = openDatabase({ urls: under.urls, name: 'test' })
})
afterAll(async () => {
  await database.close()
  await under.stop()
  await heads.close()
})

function eventOf(
  definition: Pick<EventDefinition, 'source' | 'type'>,
  more: Partial<EventEnvelope>,
): EventEnvelope {
  const { source, type } = definition
  const organizationId = more.organizationid ?? 1
  const subject = more.subject ?? 'someone'
  return {
    specversion: '1.0',
    id: uuidV7(),
    source,
    type,
    dataversion: 1,
    subject,
    time: new Date().toISOString(),
    organizationid: organizationId,
    partitionkey: `${organizationId}/${subject}`,
    data: {},
    ...more,
  }
}

const joined = { source: 'team', type: 'member.joined' }

function entriesOf(organizationId: number): Promise<AuditRow[]> {
  return database.platformTx((db) =>
    db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.organizationId, organizationId))
      .orderBy(asc(auditEntries.sequence)),
  )
}

const recorded = (organizationId: number, count: number) =>
  vi.waitFor(async () => {
    const entries = await entriesOf(organizationId)
    expect(entries.map(({ action }) => action)).toHaveLength(count)
    return entries
  }, patience)

/** Every event declared by any contract, discovered rather than listed. */
async function declaredEvents(): Promise<EventDefinition[]> {
  const folder = new URL('../../../../packages/contracts/src/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  const exported = modules.flatMap((module) => Object.values(module))
  const members = exported.flatMap((value) => (isRecord(value) ? Object.values(value) : []))
  return members.filter(isDefinition)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isDefinition(value: unknown): value is EventDefinition {
  return isRecord(value) && 'source' in value && 'type' in value && value.data instanceof z.ZodObject
}

/** A value of a schema, filled with free text that must not be kept. */
function sample(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return null
  if (schema.anyOf) return sample(schema.anyOf[0] ?? true)
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return uuidV7()
  if (schema.format === 'date-time') return new Date().toISOString()
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return [sample(Array.isArray(schema.items) ? true : (schema.items ?? true))]
  if (type === 'object') {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, it]) => [name, sample(it)]))
  }
  if (type === 'string') return secret
  if (type === 'boolean') return true
  return 4
}

/** Nobody's act, as record-events.ts says. */
const unrecorded = ['notification.changed', 'analytics.figures-changed', 'campaign.counted']

test('every event that any service declares is in the trail, with its actor and subject, and without words of people', async () => {
  const declared = await declaredEvents()
  expect(declared.length).toBeGreaterThan(20)
  const organizationid = 100
  const published = declared.map((definition) =>
    eventOf(definition, {
      organizationid,
      actorid: 'ada',
      subject: `of ${definition.type}`,
      data: { ...(sample(z.toJSONSchema(definition.data)) as object), title: secret, token: uuidV7() },
    }),
  )
  for (const envelope of published) await under.bus.publish(envelope.source, [envelope])
  const acts = published.filter(({ type }) => !unrecorded.includes(type))
  const typesOf = (list: readonly { readonly type: string }[]) => new Set(list.map(({ type }) => type)).size
  expect(typesOf(acts)).toBe(typesOf(declared) - unrecorded.length)
  const entries = await recorded(organizationid, acts.length)
  expect(
    entries.map(({ action, service, subject, actorId }) => [action, service, subject, actorId]).sort(),
  ).toEqual(acts.map(({ type, source, subject }) => [type, source, subject, 'ada']).sort())
  const mayNameThings = /^(organization|department)\./
  for (const { action, details } of entries) {
    expect(details).not.toHaveProperty('token')
    const { name: _, ...rest } = details
    expect(JSON.stringify(mayNameThings.test(action) ? rest : details)).not.toContain(secret)
  }
  expect(entries.find(({ action }) => action === 'member.role-changed')?.details).toMatchObject({
    role: 'facilitator',
    previous: 'facilitator',
  })
})

test('an event that comes three times is recorded once, one that is told again not at all', async () => {
  const event = eventOf(joined, { organizationid: 101 })
  const again = eventOf(joined, { organizationid: 101, republished: true })
  for (const envelope of [event, again, event, event]) await under.bus.publish('team', [envelope])
  await under.bus.publish('team', [eventOf(joined, { organizationid: 101, subject: 'last' })])
  const entries = await recorded(101, 2)
  expect(entries.map(({ eventId }) => eventId)[0]).toBe(event.id)
})

test('many events at once leave a chain without gaps, whose head is signed outside the database', async () => {
  const events = Array.from({ length: 300 }, (_, n) =>
    eventOf(
      { source: n % 2 ? 'team' : 'chat', type: 'thing.happened' },
      { organizationid: 102, subject: `s${n % 40}` },
    ),
  )
  await Promise.all(
    ['team', 'chat'].map((topic) =>
      under.bus.publish(
        topic,
        events.filter(({ source }) => source === topic),
      ),
    ),
  )
  const entries = await recorded(102, 300)
  expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
  await vi.waitFor(async () => expect((await heads.heads.newest('102'))?.head?.sequence).toBe(300), patience)
  const verdicts = await verifyTrail(database, heads.heads)
  expect(verdicts.filter(({ finding }) => finding !== null)).toEqual([])
  expect(verdicts).toContainEqual({
    chain: '102',
    entries: 300,
    lastSequence: 300,
    firstBad: null,
    finding: null,
  })
})

test('text is kept so that any database can store it', () => {
  const kept = selectDetails('department.created', { name: 'x\u0000\ud800', number: 1, nested: { a: 1 } })
  expect(kept).toEqual({ name: 'x\ufffd', number: 1 })
})

test('neither the app role nor the platform role may change, remove or empty entries', async () => {
  await under.bus.publish('team', [eventOf(joined, { organizationid: 104 })])
  await recorded(104, 1)
  const statements = [
    sql`update audit_entries set actor_id = 'nobody' where organization_id = 104`,
    sql`delete from audit_entries where organization_id = 104`,
    sql`truncate audit_entries`,
    sql`alter table audit_entries disable row level security`,
  ]
  for (const statement of statements) {
    const refused = { cause: { code: '42501' } }
    await expect(database.tenantTx(104, (db) => db.execute(statement))).rejects.toMatchObject(refused)
    await expect(database.platformTx((db) => db.execute(statement))).rejects.toMatchObject(refused)
  }
  await recorded(104, 1)
})

test("an organization's transaction sees its own entries and no other's, nor the platform's", async () => {
  const platform = { ...eventOf(joined, {}), organizationid: undefined, partitionkey: 'platform/x' }
  const { organizationid: _, ...withoutOrganization } = platform
  await under.bus.publish('team', [withoutOrganization, eventOf(joined, { organizationid: 105 })])
  await recorded(105, 1)
  const seen = await database.tenantTx(105, (db) => db.select().from(auditEntries))
  expect(seen.map(({ organizationId }) => organizationId)).toEqual([105])
})

test('a head that the chain no longer fits is kept, so what was cut stays provable', async () => {
  const publish = (count: number) =>
    under.bus.publish(
      'team',
      Array.from({ length: count }, () => eventOf(joined, { organizationid: 106 })),
    )
  await publish(5)
  await vi.waitFor(async () => expect((await heads.heads.newest('106'))?.head?.sequence).toBe(5), patience)
  await asAdministrator(async (db) => {
    await db.execute(sql`delete from audit_entries where organization_id = 106 and sequence > 2`)
    await db.execute(sql`
      update audit_chains set sequence = 2, hash = (
        select hash from audit_entries where organization_id = 106 and sequence = 2
      ) where chain = '106'`)
  })
  await publish(20)
  await recorded(106, 22)
  await vi.waitFor(() => expect(under.logLines.join('')).toContain('does not fit its signed head'), patience)
  expect((await heads.heads.newest('106'))?.head?.sequence).toBe(5)
  const verdict = (await verifyTrail(database, heads.heads)).find(({ chain }) => chain === '106')
  expect(verdict).toMatchObject({ firstBad: 5, finding: expect.stringContaining('rewritten') })
})

test('a trail is purged only when its organization was deleted, and by the platform role alone; its last signed head stays', async () => {
  await under.bus.publish('team', [eventOf(joined, { organizationid: 107 })])
  await recorded(107, 1)
  const signed = { head: { chain: '107', sequence: 1 } }
  await vi.waitFor(async () => expect(await heads.heads.newest('107')).toMatchObject(signed), patience)
  const purge = sql`select purge_append_only('audit_entries', 107, 10)`
  await expect(database.platformTx((db) => db.execute(purge))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('was not deleted') },
  })
  await expect(database.tenantTx(107, (db) => db.execute(purge))).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  const { organizationid: _, ...request } = eventOf(masterAdminEvents.deletionRequested, {
    subject: '107',
    data: { organizationId: 107, name: 'Gone' },
  })
  await under.bus.publish('master-admin', [request])
  await recorded(107, 0)
  await vi.waitFor(async () => {
    const chains = await database.platformTx((db) =>
      db.select({ chain: auditChains.chain }).from(auditChains),
    )
    expect(chains).not.toContainEqual({ chain: '107' })
    expect((await verifyTrail(database, heads.heads)).map(({ chain }) => chain)).not.toContainEqual('107')
  }, patience)
  expect(await heads.heads.newest('107')).toMatchObject(signed)
  await under.bus.publish('team', [eventOf(joined, { organizationid: 107 })])
  await under.bus.publish('team', [eventOf(joined, { organizationid: 108 })])
  await recorded(108, 1)
  await recorded(107, 0)
})

test('a trail that is just being purged is not reported as one that somebody has changed', async () => {
  await under.bus.publish('team', [eventOf(joined, { organizationid: 120 })])
  const isSigned = (chain: string) =>
    vi.waitFor(async () => expect(await heads.heads.newest(chain)).not.toBeNull(), patience)
  await isSigned('120')
  await asAdministrator(async (db) => {
    await db.execute(sql`insert into tombstones (organization_id) values (120)`)
    await db.execute(sql`delete from audit_entries where organization_id = 120`)
    await db.execute(sql`update audit_chains set signed_sequence = 0 where chain = '120'`)
  })
  // Logged in the same pass, after it.
  await under.bus.publish('team', [eventOf(joined, { organizationid: 121 })])
  await isSigned('121')
  expect(under.logLines.filter((line) => line.includes('"chain":"120"'))).toEqual([])
})

/** The server's administrator, bound by neither privileges nor row security. */
async function asAdministrator(work: (db: TransactionHandle) => Promise<void>): Promise<void> {
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = new URL(under.urls.owner).pathname
  const server = openDatabase({ urls: { app: url.href, platform: url.href }, name: 'administrator' })
  await server.platformTx(work).finally(() => server.close())
}
