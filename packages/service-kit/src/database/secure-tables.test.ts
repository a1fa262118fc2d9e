import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { DatabaseUrls } from './open-database.ts'

async function openOwner(): Promise<{ readonly urls: DatabaseUrls; readonly owner: postgres.Sql }> {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  onTestFinished(drop)
  const owner = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  onTestFinished(() => owner.end({ timeout: 1 }))
  return { urls, owner }
}

/** Flags, policies and grants of every table. */
async function protection(owner: postgres.Sql): Promise<readonly unknown[]> {
  return owner`
    select relname, relrowsecurity, relforcerowsecurity,
      array (select p::text from pg_policies p where tablename = relname order by 1) as policies,
      array (select x::text from aclexplode(relacl) x order by 1) as grants,
      array (select attacl::text from pg_attribute where attrelid = c.oid and attacl is not null) as "ofColumns"
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
}

test('a start on tables that are as they should be changes none of them', async () => {
  const { urls, owner } = await openOwner()
  const versions = () => owner`
    select xmin::text, oid::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select xmin::text, oid::text from pg_policy order by 2`
  const before = await versions()
  await migrate(urls, notesMigrations)
  expect(await versions()).toEqual(before)
})

const login = (url: string) => new URL(url).username

test.each<[what: string, change: (urls: DatabaseUrls) => string]>([
  ['lost its tenant policy', () => 'drop policy tenant on notes'],
  ['lost its owner policy', () => 'drop policy owner on notes'],
  ['lost the platform policy', () => 'drop policy platform on inbox'],
  ['shows all rows', () => 'alter policy tenant on notes using (true)'],
  ['takes rows of others', () => 'alter policy tenant on notes with check (true)'],
  ['has its policy for another role', ({ platform }) => `alter policy tenant on notes to ${login(platform)}`],
  ['has its policy for everyone', () => 'alter policy tenant on notes to public'],
  [
    'lets its owner write',
    () => 'drop policy owner on notes; create policy owner on notes to current_user using (true)',
  ],
  [
    'has a restrictive policy',
    ({ platform }) => `drop policy platform on inbox;
      create policy platform on inbox as restrictive to ${login(platform)} using (true) with check (true)`,
  ],
  ['has row security off', () => 'alter table notes disable row level security'],
  ['does not bind its owner', () => 'alter table notes no force row level security'],
  ['may be emptied', ({ app }) => `grant truncate on notes to ${login(app)}`],
  ['is granted to the other role', ({ platform }) => `grant select on notes to ${login(platform)}`],
  ['may be granted on', ({ app }) => `grant select on notes to ${login(app)} with grant option`],
  ['has a granted column', ({ platform }) => `grant select (text) on notes to ${login(platform)}`],
  ['lost a grant', ({ app }) => `revoke delete on notes from ${login(app)}`],
])('a table that %s is as it was after the next start', async (_, change) => {
  const { urls, owner } = await openOwner()
  const before = await protection(owner)
  await owner.unsafe(change(urls))
  expect(await protection(owner)).not.toEqual(before)
  await migrate(urls, notesMigrations)
  expect(await protection(owner)).toEqual(before)
})
