import { masterAdminApi } from '@portal/contracts/master-admin'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openHeadsUnderTest } from '../audit/audit-heads.fixture.ts'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'

const patience = { timeout: 45_000, interval: 25 }
const organizations = 200
/** Of the oldest organization, which is on no page that is read here. */
const many = 10_000
const people = 5000
const limit = 5

const rows = {
  organizations: sql`insert into organizations
    select n, 'Organization ' || n, 'ABCDEF', null, now() + n * interval '1 second'
    from generate_series(1, ${organizations}::int) n`,
  departments: sql`insert into departments
    select 1, n, 'D' || n from generate_series(1, ${many}::int) n
    union all select n, 1, 'Quality' from generate_series(2, ${organizations}::int) n`,
  members: sql`insert into members
    select 1, 'other-' || n, 'team_member' from generate_series(1, ${many}::int) n
    union all select n, 'person-' || (n - 1), 'admin' from generate_series(2, ${organizations}::int) n`,
  documents: sql`insert into documents
    select 1, gen_random_uuid() from generate_series(1, ${many}::int)
    union all select n, gen_random_uuid() from generate_series(2, ${organizations}::int) n`,
  answers: sql`insert into answers
    select 1, gen_random_uuid(), true, 5 from generate_series(1, ${many}::int)
    union all select n, gen_random_uuid(), true, 4 from generate_series(2, ${organizations}::int) n`,
  people: sql`insert into people (id, username, is_disabled, created_at)
    select 'person-' || n, 'name-' || n, false, now() - n * interval '1 second'
    from generate_series(1, ${people}::int) n`,
}

it('a page of organizations or users reads the rows of those on it, however many others there are', async () => {
  const heads = await openHeadsUnderTest()
  onTestFinished(() => heads.close())
  const under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
  onTestFinished(() => under.stop())
  const { app, owner, platform } = under.urls
  const filling = openDatabase({ urls: { app, platform }, name: 'test' })
  for (const insert of Object.values(rows)) await filling.platformTx((db) => db.execute(insert))
  await filling.close()
  const database = openDatabase({ urls: { app: owner, platform: owner }, name: 'test' })
  onTestFinished(() => database.close())
  for (const table of Object.keys(rows))
    await database.platformTx((db) => db.execute(sql`analyze ${sql.identifier(table)}`))
  const readTuples = async () => {
    const counted = await database.platformTx((db) =>
      db.execute<{ name: string; read: string }>(sql`
        select t.relname as name, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0) as read
        from pg_stat_user_tables t join pg_stat_user_indexes i using (relid) group by t.relid, 1, t.seq_tup_read`),
    )
    return new Map(counted.map(({ name, read }) => [name, Number(read)]))
  }
  const before = await readTuples()
  const operator = under.as({ personId: 'operator', isOperator: true })
  const page = await operator.call(masterAdminApi.listOrganizations, { query: { limit } })
  const users = await operator.call(masterAdminApi.listUsers, { query: { limit } })
  const older = await operator.call(masterAdminApi.listUsers, { query: { limit, cursor: users.at(-1)?.id } })
  // A connection reports what it has read when it ends.
  await under.service.stop()
  await vi.waitFor(async () => {
    const others = await database.platformTx((db) =>
      db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`),
    )
    expect(others).toHaveLength(0)
  }, patience)
  const after = await readTuples()
  const read = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)

  expect(page.map(({ id }) => id)).toEqual([200, 199, 198, 197, 196])
  expect(page[0]).toMatchObject({
    userCount: 1,
    stats: { totalDocuments: 1, totalQuestions: 1, averageRating: 4, departments: [{ name: 'Quality' }] },
  })
  expect(users.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((n) => `name-${n}`))
  expect(users[0]).toMatchObject({ organizationId: 2, organizationName: 'Organization 2', role: 'admin' })
  expect(older.map(({ id }) => id)).toEqual([6, 7, 8, 9, 10].map((n) => `name-${n}`))
  for (const table of ['departments', 'members', 'documents', 'answers'])
    expect(read(table)).toBeLessThan(200)
  // Each page of users has the total of all in a header, which is one count.
  expect(read('people')).toBeLessThan(2.2 * people)
}, 60_000)
