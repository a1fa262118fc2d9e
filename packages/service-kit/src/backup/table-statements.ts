import type postgres from 'postgres'
import type { ForeignCopy } from './database-copy.ts'

type Statements = Pick<ForeignCopy, 'before' | 'after'>

/**
 * What makes the tables of the schema `public`, as `pg_dump` says it. Throws a sentence if it has
 * none, or more than plain tables, of types that Postgres has by itself, and indexes: none of it
 * may be missing after a restore.
 */
export async function readStatements(sql: postgres.ReservedSql): Promise<Statements> {
  const [other] = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      and (c.relkind not in ('r', 'i') or c.relhassubclass or c.relrowsecurity
        or exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
        or exists (select from pg_attribute a join pg_type y on y.oid = a.atttypid where a.attrelid = c.oid
          and (a.attgenerated <> '' or y.typnamespace <> 'pg_catalog'::regnamespace)))
    order by 1 limit 1`
  if (other)
    throw new Error(`${other.name} is more than a table or an index, which is all that a backup can copy.`)
  const before = await tableStatements(sql)
  if (before.length === 0) throw new Error('The database has no tables in its schema public.')
  return { before, after: [...(await indexStatements(sql)), ...(await constraintStatements(sql))] }
}

async function tableStatements(sql: postgres.ReservedSql): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select format('create table public.%I (%s)', c.relname, string_agg(format('%I %s%s%s%s', a.attname,
      format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end,
      ' default ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attnotnull then ' not null' end), ', ' order by a.attnum)) as statement
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`
  return rows.map(({ statement }) => statement)
}

/** Those of keys and other constraints come with them. */
async function indexStatements(sql: postgres.ReservedSql): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by 1`
  return rows.map(({ statement }) => statement)
}

/** References last: they need the keys that they refer to. */
async function constraintStatements(sql: postgres.ReservedSql): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter table public.%I add constraint %I %s', c.relname, k.conname,
      pg_get_constraintdef(k.oid)) as statement
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'c', 'f')
    order by k.contype = 'f', c.relname, k.conname`
  return rows.map(({ statement }) => statement)
}
