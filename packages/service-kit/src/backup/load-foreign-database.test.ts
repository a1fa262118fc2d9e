import { createEmptyDatabase } from '@portal/testkit/test-database'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import type { ForeignCopy } from './database-copy.ts'
import { DatabaseSnapshot } from './database-snapshot.ts'
import { hasTables, loadForeignDatabase } from './load-foreign-database.ts'

/** As Keycloak's Liquibase makes them, with a reference in a circle and one to itself. */
const accounts = `
  create table realm (id varchar(36) not null constraint realm_key primary key, "default" varchar(36),
    enabled boolean default false not null, created_at bigint);
  create table user_entity (id varchar(36) not null primary key, realm_id varchar(255) not null,
    email varchar(255), invited_by varchar(36) references user_entity, picture bytea,
    name text default '' collate "C", constraint one_address unique (realm_id, email),
    constraint its_realm foreign key (realm_id) references realm (id) deferrable);
  alter table realm add constraint its_first foreign key ("default") references user_entity (id);
  create index by_name on user_entity (lower(name)) where email is not null;
  create unique index by_invitation on user_entity (invited_by, id desc);
  alter table user_entity add check (length(id) > 1);
  insert into realm values ('portal', null, true, 9007199254740993);
  insert into user_entity values ('ada', 'portal', 'ada@halden.example', 'ada', '\\x00ff0a09', E'A\\tb\\n\\\\N');
  insert into user_entity select 'guest ' || at, 'portal', at || '@halden.example', 'ada'
    from generate_series(1, 5000) at;
  update realm set "default" = 'ada'`

async function openEmpty() {
  const { urls, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  const sql = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return { url: urls.owner, sql }
}

async function openAccounts() {
  const made = await openEmpty()
  await made.sql.unsafe(accounts)
  return made
}

/** Its copy, and the parts of the rows by table. */
async function copyOf(url: string) {
  await using snapshot = await DatabaseSnapshot.open(url)
  const kept = new Map<string, Uint8Array[]>()
  const copy = await snapshot.copyForeign(async ({ name }, rows) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of rows) chunks.push(chunk)
    kept.set(name, chunks)
    return 1
  })
  const rowsOf = async function* ({ name }: { readonly name: string }) {
    yield* kept.get(name) ?? []
  }
  return { copy, rowsOf }
}

/** Columns, constraints, indexes and a digest of the rows. */
async function everything(sql: postgres.Sql) {
  return {
    columns:
      await sql`select table_name, column_name, ordinal_position, column_default, is_nullable, data_type,
      character_maximum_length, collation_name from information_schema.columns where table_schema = 'public' order by 1, 3`,
    constraints: await sql`select conname, conrelid::regclass, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`,
    indexes: await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    rows: await sql`select (select array_agg(r::text) from realm r),
      (select md5(string_agg(u::text, '' order by id)) from user_entity u)`,
  }
}

test('another program’s tables come back with rows, keys, indexes and references, in an empty database', async () => {
  const [lost, restored] = [await openAccounts(), await openEmpty()]
  expect(await hasTables(restored.url)).toBe(false)
  const { copy, rowsOf } = await copyOf(lost.url)
  await loadForeignDatabase(restored.url, copy, rowsOf)
  expect(await hasTables(restored.url)).toBe(true)
  expect(await everything(restored.sql)).toEqual(await everything(lost.sql))
  expect(copy.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['realm', 1],
    ['user_entity', 5001],
  ])
})

test('of a copy that lacks rows nothing is made', async () => {
  const [lost, restored] = [await openAccounts(), await openEmpty()]
  const { copy } = await copyOf(lost.url)
  const none = async function* () {} satisfies (table: ForeignCopy['tables'][number]) => unknown
  await expect(loadForeignDatabase(restored.url, copy, none)).rejects.toThrow(
    'Of 1 rows of realm the backup has 0.',
  )
  expect(await hasTables(restored.url)).toBe(false)
})

test.each([
  ['create view people as select * from user_entity', 'people'],
  ['create sequence numbers', 'numbers'],
  ["create type mood as enum ('calm'); alter table realm add mood mood", 'realm'],
  ['create table heirs () inherits (user_entity)', 'user_entity'],
  ['alter table realm enable row level security', 'realm'],
  ['alter table realm add twice bigint generated always as (created_at * 2) stored', 'realm'],
  [
    `create function nothing() returns trigger language plpgsql as 'begin return new; end';
     create trigger watched before insert on realm execute function nothing()`,
    'realm',
  ],
])('what a restore would not make is refused by name: %s', async (statement, name) => {
  const { url, sql } = await openAccounts()
  await sql.unsafe(statement)
  await expect(copyOf(url)).rejects.toThrow(`${name} is more than a table or an index`)
})

test('a database without tables is refused: it is not the program’s', async () => {
  const { url } = await openEmpty()
  await expect(copyOf(url)).rejects.toThrow('The database has no tables in its schema public.')
})
