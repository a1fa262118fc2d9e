import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type AuditEntry, auditApi } from '@portal/contracts/audit'
import { passportHeader } from '@portal/contracts/passport'
import { teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'
import { type HeadsUnderTest, openHeadsUnderTest } from './audit-heads.fixture.ts'
import { writeLongTrail } from './long-trail.fixture.ts'

const patience = { timeout: 45_000, interval: 50 }
const admin = (organizationId: number): Actor => ({
  personId: `admin-${organizationId}`,
  organizationId,
  role: 'admin',
})
const operator: Actor = { personId: 'operator', isOperator: true }
let heads: HeadsUnderTest
let under: ServiceUnderTest
let database: Database

beforeAll(async () => {
  heads = await openHeadsUnderTest()
  under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
  database = openDatabase({ urls: under.urls, name: 'test' })
  await person('ada', '=cmd|calc', 'Lovelace')
  await happened(1, 'member.joined', { actorid: 'ada', subject: 'm1' })
  // Of two subjects, so nothing but waiting puts one before the other.
  await vi.waitFor(async () => expect(await list(admin(1), {})).toHaveLength(1), patience)
  await happened(1, 'member.role-changed', { actorid: 'ada', subject: 'm2', data: { role: 'manager' } })
  await happened(2, 'department.created', { actorid: 'bob', subject: 'd1', data: { name: 'Secret of two' } })
  await vi.waitFor(async () => expect(await list(operator, { limit: 50 })).toHaveLength(5), patience)
})
afterAll(async () => {
  await database.close()
  await under.stop()
  await heads.close()
})

function happened(
  organizationId: number | null,
  type: string,
  more: { actorid?: string; subject: string; data?: Record<string, unknown> },
): Promise<void> {
  return under.bus.publish('team', [
    {
      specversion: '1.0',
      id: uuidV7(),
      source: 'team',
      type,
      dataversion: 1,
      time: new Date().toISOString(),
      ...(organizationId === null ? {} : { organizationid: organizationId }),
      partitionkey: `${organizationId ?? 'platform'}/${more.subject}`,
      data: {},
      ...more,
    },
  ])
}

function person(userId: string, firstName: string, lastName: string): Promise<void> {
  const facts = {
    username: null,
    email: `${userId}@example.org`,
    isDisabled: false,
    createdAt: new Date().toISOString(),
  }
  const data = { userId, firstName, lastName, ...facts }
  return happened(null, teamEvents.personChanged.type, { subject: userId, data })
}

function list(actor: Actor, query: Record<string, unknown>): Promise<AuditEntry[]> {
  const route = actor.isOperator ? auditApi.listPlatformAudit : auditApi.listAudit
  return under.as(actor).call(route, { query })
}

async function download(actor: Actor, path: string): Promise<Response> {
  const headers = { [passportHeader]: await under.office.person(actor, ['master-admin']) }
  return under.service.fetch(new Request(`http://service${path}`, { headers }))
}

test("an organization's admin sees its trail, newest first, with names, and nothing of any other", async () => {
  const entries = await list(admin(1), {})
  expect(
    entries.map(({ sequence, action, actorId, actorName }) => [sequence, action, actorId, actorName]),
  ).toEqual([
    [2, 'member.role-changed', 'ada', '=cmd|calc Lovelace'],
    [1, 'member.joined', 'ada', '=cmd|calc Lovelace'],
  ])
  expect(JSON.stringify(entries)).not.toContain('Secret of two')
  expect(JSON.stringify(entries)).not.toContain('example.org')
})

test('a manager, a member and a person without organization are refused', async () => {
  for (const role of ['manager', 'team_member'] as const) {
    await expect(list({ personId: 'x', organizationId: 9, role }, {})).rejects.toMatchObject({ status: 403 })
  }
  await expect(list({ personId: 'x' }, {})).rejects.toMatchObject({ status: 403 })
  await expect(list({ ...admin(1), isOperator: false }, { organizationId: 2 })).resolves.toHaveLength(2)
})

test('the trail is searched by action in either spelling, subject, actor and name, by outcome and by time', async () => {
  const actions = async (query: Record<string, unknown>) =>
    (await list(admin(1), query)).map(({ action }) => action)
  for (const q of ['role-changed', 'Role Changed', 'm2'])
    expect(await actions({ q })).toEqual(['member.role-changed'])
  for (const q of ['ada', 'lovelace']) expect(await actions({ q })).toHaveLength(2)
  for (const q of ['nothing', '%', '_']) expect(await actions({ q })).toEqual([])
  expect(await actions({ outcome: 'denied' })).toEqual([])
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect(await actions({ from: soon })).toEqual([])
  expect(await actions({ to: soon })).toHaveLength(2)
})

test.each(['from', 'to'])('a year that no database knows is refused with a sentence: %s', async (name) => {
  const asked = list(admin(1), { [name]: '0000-01-01T00:00:00Z' })
  await expect(asked).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('must be between the years 1900 and 2999.'),
  })
})

test('pages follow each other without gap or repetition', async () => {
  const [first] = await list(admin(1), { limit: 1 })
  const rest = await list(admin(1), { limit: 1, cursor: first?.sequence })
  expect([first?.sequence, ...rest.map(({ sequence }) => sequence)]).toEqual([2, 1])
  const [newest] = await list(operator, { limit: 1 })
  const older = await list(operator, { limit: 50, cursor: newest?.id })
  expect(older.map(({ id }) => id)).not.toContain(newest?.id)
})

test("an operator sees all trails, or one, and the organization's own trail tells of it", async () => {
  const ofTwo = await list(operator, { organizationId: 2 })
  expect(ofTwo.map(({ action }) => action)).toContain('department.created')
  expect(new Set(ofTwo.map(({ organizationId }) => organizationId))).toEqual(new Set([2]))
  await vi.waitFor(async () => {
    const [entry] = await list(admin(2), {})
    expect(entry).toMatchObject({
      action: 'access.read',
      outcome: 'read',
      actorId: 'operator',
      subject: 'GET /api/master/audit',
    })
  }, patience)
  await expect(under.as(admin(9)).call(auditApi.listPlatformAudit, { query: {} })).rejects.toMatchObject({
    status: 403,
  })
})

test('an export is a file to keep, in which no spreadsheet finds a formula', async () => {
  const answer = await download(admin(1), '/api/audit/export?format=csv')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="audit-1-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const lines = (await answer.text()).split('\r\n')
  expect(lines[0]).toBe(
    'sequence,organizationId,at,actorId,actorName,action,subject,subjectName,outcome,service,details,id,hash',
  )
  expect(lines[1]).toContain(",ada,'=cmd|calc Lovelace,member.joined,m1,,done,team,{},")
  expect(lines).toHaveLength(4)
  const jsonLines = await download(operator, '/api/master/audit/export?format=jsonl&organizationId=1')
  const parsed = (await jsonLines.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(parsed.map(({ action }) => action).slice(0, 2)).toEqual(['member.joined', 'member.role-changed'])
})

test('an export has what the filters leave, of the organization and of all', async () => {
  const lines = async (actor: Actor, path: string) =>
    (await (await download(actor, path)).text()).split('\n').filter((line) => line !== '')
  const changed = await lines(admin(1), '/api/audit/export?format=jsonl&action=member.role-changed')
  expect(changed.map((line) => JSON.parse(line).subject)).toEqual(['m2'])
  expect(await lines(admin(1), '/api/audit/export?format=jsonl&actorId=bob')).toEqual([])
  expect(await lines(admin(1), '/api/audit/export?format=jsonl&q=lovelace&outcome=done')).toHaveLength(2)
  const future = new Date(Date.now() + 60_000).toISOString()
  expect(await lines(admin(1), `/api/audit/export?format=jsonl&from=${future}`)).toEqual([])
  const ofBob = await lines(operator, '/api/master/audit/export?format=jsonl&actorId=bob')
  expect(ofBob.map((line) => JSON.parse(line).subject)).toEqual(['d1'])
  expect(
    (await list(admin(1), { actorId: 'ada', action: 'member.joined' })).map(({ subject }) => subject),
  ).toEqual(['m1'])
})

test('a chain is verified when asked, by those who may read it, and says where it was altered', async () => {
  const verify = () => under.as(admin(1)).call(auditApi.verifyAudit, {})
  await vi.waitFor(
    async () => expect(await verify()).toMatchObject({ firstBad: null, finding: null }),
    patience,
  )
  // What was read a moment ago may still be on its way into the trail.
  await vi.waitFor(async () => {
    const { entries, lastSequence } = await verify()
    expect([entries, lastSequence]).toEqual([lastSequence, (await list(admin(1), {}))[0]?.sequence])
  }, patience)
  const employee = under.as({ personId: 'x', organizationId: 1, role: 'team_member' })
  await expect(employee.call(auditApi.verifyAudit, {})).rejects.toMatchObject({ status: 403 })
  const platform = await under.as(operator).call(auditApi.verifyPlatformAudit, { query: {} })
  expect(platform.finding).toBeNull()
  const owner = openDatabase({ urls: { ...under.urls, platform: under.urls.owner }, name: 'owner' })
  const tamper = (by: number) =>
    owner.platformTx((db) =>
      db.execute(sql`update audit_entries set at = at + make_interval(secs => ${by})
        where organization_id = 1 and sequence = 1`),
    )
  await tamper(1)
  expect(await verify()).toMatchObject({
    firstBad: 1,
    finding: 'the entry is not the one that was written',
  })
  await tamper(-1)
  await owner.close()
  expect((await verify()).finding).toBeNull()
})

test('a long trail leaves as a stream: the service never holds more than a part of it', async () => {
  await writeLongTrail(database, heads.heads, { organizationId: 3, entries: 30_000 })
  const collect = collector()
  collect()
  const before = process.memoryUsage().heapUsed
  const answer = await download(admin(3), '/api/audit/export?format=jsonl')
  let bytes = 0
  let chunks = 0
  let grownMax = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    chunks += 1
    if (chunks % 5 > 0) continue
    collect()
    grownMax = Math.max(grownMax, process.memoryUsage().heapUsed - before)
  }
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(chunks).toBeGreaterThanOrEqual(30)
  expect(grownMax).toBeLessThan(bytes / 2)
}, 240_000)

test('who asks for the verdict on a chain that is being verified waits for the one under way', async () => {
  await writeLongTrail(database, heads.heads, { organizationId: 12, entries: 10_000 })
  const read = vi.spyOn(heads.heads, 'newest')
  const asked = Array.from({ length: 10 }, () => under.as(admin(12)).call(auditApi.verifyAudit, {}))
  for (const { finding } of await Promise.all(asked)) expect(finding).toBeNull()
  expect(read.mock.calls.filter(([chain]) => chain === '12').length).toBeLessThan(3)
  read.mockRestore()
}, 120_000)

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

test('entries name what they are about: earlier ones too, deleted things too, of the same organization only', async () => {
  await happened(5, 'document.processed', { subject: 'doc' })
  await happened(5, 'document.uploaded', { subject: 'doc', data: { title: 'Travel' } })
  await happened(6, 'document.uploaded', { subject: 'doc', data: { title: 'Secret of six' } })
  await happened(5, 'document.deleted', { subject: 'doc' })
  await happened(5, 'member.removed', { subject: 'ada' })
  await happened(5, 'access.denied', { subject: 'ada' })
  await vi.waitFor(async () => expect(await list(admin(5), {})).toHaveLength(5), patience)
  await vi.waitFor(async () => expect(await list(admin(6), {})).toHaveLength(1), patience)
  // Unordered: subjects arrive independently of each other.
  const named = (entries: AuditEntry[]) =>
    entries.map(({ action, subjectName }) => [action, subjectName]).toSorted()
  const ofFive = [
    // The id in a refused request may be anybody's.
    ['access.denied', null],
    ['document.deleted', 'Travel'],
    ['document.processed', 'Travel'],
    ['document.uploaded', 'Travel'],
    ['member.removed', '=cmd|calc Lovelace'],
  ]
  expect(named(await list(admin(5), {}))).toEqual(ofFive)
  expect(named(await list(operator, { organizationId: 5 }))).toEqual(ofFive)
  expect(named(await list(operator, { organizationId: 6 }))).toContainEqual([
    'document.uploaded',
    'Secret of six',
  ])
  expect(await list(admin(5), { q: 'travel' })).toHaveLength(3)
  expect(await list(admin(5), { q: 'lovelace' })).toHaveLength(1)
  expect(await list(admin(5), { q: 'secret' })).toEqual([])
})

test('what has no name of its own is named by the documents that it is about, and found by their titles', async () => {
  const [travel, access] = [uuidV7(), uuidV7()]
  await happened(41, 'document.uploaded', { subject: travel, data: { title: 'Travel' } })
  await happened(41, 'document.uploaded', { subject: access, data: { title: 'Access' } })
  await happened(42, 'document.uploaded', { subject: uuidV7(), data: { title: 'Travel abroad' } })
  await happened(41, 'question.sent', { subject: uuidV7(), data: { documentId: travel } })
  const citedDocuments = [travel, access]
  await happened(41, 'verified-answer.created', { subject: uuidV7(), data: { citedDocuments } })
  await happened(41, 'golden-question.added', { subject: uuidV7(), data: { documentId: uuidV7() } })
  await happened(41, 'gap.changed', { subject: uuidV7(), data: { state: 'open', documentId: travel } })
  await happened(42, 'question.sent', { subject: uuidV7(), data: { documentId: travel } })
  const named = async (organizationId: number, query: Record<string, unknown> = {}) =>
    (await list(admin(organizationId), query))
      .filter(({ action }) => action !== 'document.uploaded')
      .map(({ action, subjectName }) => [action, subjectName])
      .toSorted()
  await vi.waitFor(async () => expect(await named(41)).toHaveLength(4), patience)
  await vi.waitFor(async () => expect(await named(42)).toEqual([['question.sent', null]]), patience)
  await vi.waitFor(async () => expect(await list(admin(41), {})).toHaveLength(6), patience)
  const sent = ['question.sent', 'Travel']
  const verified = ['verified-answer.created', 'Travel, Access']
  // An actor of a gap's entry may be who asked.
  const unnamed = [
    ['gap.changed', null],
    ['golden-question.added', null],
  ]
  expect(await named(41)).toEqual([...unnamed, sent, verified])
  expect(await named(41, { q: 'travel' })).toEqual([sent, verified])
  expect(await named(41, { q: 'access' })).toEqual([verified])
  expect(await named(42, { q: 'travel' })).toEqual([])
})

test('who bears a name that very many bear elsewhere is found in their trail', async () => {
  await database.platformTx((db) =>
    db.execute(
      sql`insert into audit_people select 'crowd-' || n, 'Olsen ' || n from generate_series(1, 5000) n`,
    ),
  )
  await person('kari', 'Kari', 'Olsen')
  await happened(7, 'member.joined', { actorid: 'kari', subject: 'kari' })
  await happened(7, 'member.removed', { actorid: 'admin-7', subject: 'kari' })
  await happened(8, 'member.joined', { actorid: 'crowd-1', subject: 'crowd-1' })
  await vi.waitFor(async () => expect(await list(operator, { q: 'kari olsen' })).toHaveLength(3), patience)
  const found = async (actor: Actor, query: Record<string, unknown> = {}) =>
    (await list(actor, { q: 'olsen', ...query })).map(({ organizationId, action }) => [
      organizationId,
      action,
    ])
  const ofSeven = [
    [7, 'member.removed'],
    [7, 'member.joined'],
  ]
  expect(await found(admin(7))).toEqual(ofSeven)
  expect(await found(operator, { organizationId: 7 })).toEqual(ofSeven)
  expect(await found(operator)).toEqual(expect.arrayContaining([...ofSeven, [8, 'member.joined']]))
}, 60_000)

test('events are recorded while many search a trail, of which an organization has one at a time', async () => {
  const owner = openDatabase({
    urls: { ...under.urls, platform: under.urls.owner },
    name: 'owner',
    transactionTimeoutMs: 60_000,
  })
  const numberOf = async (from: SQL) => {
    const [row] = await database.platformTx((db) => db.execute(sql`select count(*)::int as n from ${from}`))
    return row?.['n']
  }
  const blocked = () => numberOf(sql`pg_locks where relation = 'audit_people'::regclass and not granted`)
  let ended = 0
  let searches: Promise<PromiseSettledResult<AuditEntry[]>[]> | undefined
  await owner.platformTx(async (db) => {
    await db.execute(sql`lock table audit_people in access exclusive mode`)
    const search = () =>
      list(admin(1), { q: 'lovelace' }).finally(() => {
        ended += 1
      })
    searches = Promise.allSettled(Array.from({ length: 12 }, search))
    await vi.waitFor(async () => expect(await blocked()).toBeGreaterThan(0), patience)
    await happened(13, 'department.created', { subject: 'd13' })
    await vi.waitFor(
      async () => expect(await numberOf(sql`audit_entries where organization_id = 13`)).toBe(1),
      patience,
    )
    expect([await blocked(), ended]).toEqual([1, 0])
  })
  await owner.close()
  expect((await searches)?.map(({ status }) => status)).toEqual(Array(12).fill('fulfilled'))
}, 120_000)

test('whoever a trail names is found by name, however long it is', async () => {
  await writeLongTrail(database, heads.heads, { organizationId: 14, entries: 10_100 })
  for (const sequence of [5006, 10_098]) await person(`subject ${sequence}`, 'Signe', 'Quist')
  await vi.waitFor(async () => {
    const found = await list(admin(14), { q: 'quist' })
    expect(found.map(({ sequence }) => sequence)).toEqual([10_098, 5006])
  }, patience)
}, 120_000)

test('an organization has one number, however else it could be written', async () => {
  for (const path of ['/api/master/audit?', '/api/master/audit/export?format=csv&'])
    for (const id of ['1e0', '01', '0x1', '%201', '1.0', '-1', '0', '', '9007199254740992', '__proto__']) {
      const answer = await download(operator, `${path}organizationId=${id}`)
      expect([id, answer.status]).toEqual([id, 400])
    }
  expect((await download(operator, '/api/master/audit?organizationId=1')).status).toBe(200)
}, 60_000)

test('names end with the mapping: who was erased is known by id alone', async () => {
  await database.platformTx((db) => db.execute(sql`delete from audit_people where person_id = 'ada'`))
  const entries = await list(admin(1), {})
  expect(entries.filter(({ actorId }) => actorId === 'ada').map(({ actorName }) => actorName)).toEqual([
    null,
    null,
  ])
})
