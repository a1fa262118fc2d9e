import { Readable } from 'node:stream'
import postgres from 'postgres'
import type { DatabaseCopy, ForeignCopy, SequenceCopy, TableCopy } from './database-copy.ts'
import { readStatements } from './table-statements.ts'

/** Where a table's rows go, in order; resolves to the number of parts. */
export type KeepRows = (
  table: Pick<TableCopy, 'schema' | 'name'>,
  rows: AsyncIterable<Uint8Array>,
) => Promise<number>

type Table = Pick<TableCopy, 'schema' | 'name' | 'columns'>

/** A database at the moment of `open`, whatever is written meanwhile. Reads as its owner. */
export class DatabaseSnapshot {
  readonly #client: postgres.Sql
  readonly #session: postgres.ReservedSql
  #isOpen = true

  private constructor(client: postgres.Sql, session: postgres.ReservedSql) {
    this.#client = client
    this.#session = session
  }

  static async open(ownerUrl: string): Promise<DatabaseSnapshot> {
    const client = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
    try {
      const session = await client.reserve()
      await session`begin isolation level repeatable read read only`
      // The first statement, not `begin`, takes the snapshot.
      await session`select 1`
      return new DatabaseSnapshot(client, session)
    } catch (error) {
      await client.end({ timeout: 1 })
      throw error
    }
  }

  /** Copies every table. Throws if a table hides rows from its owner. */
  async copy(keep: KeepRows): Promise<DatabaseCopy> {
    const tables = await this.#copyTables(keep)
    return { migrations: await this.#migrations(), tables, sequences: [...(await this.#sequences())] }
  }

  /**
   * Copies every table of another program, with how it is made. Throws a sentence if the database
   * has none, or what a restore could not make.
   */
  async copyForeign(keep: KeepRows): Promise<ForeignCopy> {
    const statements = await readStatements(this.#session)
    return { ...statements, tables: await this.#copyTables(keep) }
  }

  async #copyTables(keep: KeepRows): Promise<TableCopy[]> {
    const tables: TableCopy[] = []
    for (const table of await this.#tables()) tables.push(await this.#copyTable(table, keep))
    return tables
  }

  /** Ends it: what it has copied may be changed. Again, it does nothing. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#session.release()
    await this.#client.end({ timeout: 1 })
  }

  /** Generated columns are computed again. Partitions are read through their table. */
  #tables(): Promise<readonly Table[]> {
    return this.#session<Table[]>`
      select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1, 2 order by 1, 2`
  }

  async #copyTable(table: Table, keep: KeepRows): Promise<TableCopy> {
    const sql = this.#session
    const name = sql`${sql(table.schema)}.${sql(table.name)}`
    const [hidden] = await sql<{ isHidden: boolean }[]>`
      select c.relforcerowsecurity and not exists (
        select from pg_policies p where p.schemaname = ${table.schema} and p.tablename = ${table.name}
          and p.policyname = 'owner' and p.qual = 'true'
      ) as "isHidden" from pg_class c where c.oid = ${`${table.schema}.${table.name}`}::regclass`
    if (hidden?.isHidden)
      throw new Error(
        `The table ${table.name} hides rows from its owner. Start this release's services once: they mend that.`,
      )
    const [counted] = await sql<{ rows: string }[]>`select count(*) as rows from ${name}`
    const stream = await sql`copy (select ${sql(table.columns)} from ${name}) to stdout`.readable()
    const parts = await keep(table, Readable.from(stream))
    // postgres 3.4.9 pauses its socket while rows wait to be read, and leaves it paused when the
    // copy ends before they are: the next statement would never be answered. This resumes it.
    stream._read(0)
    return { ...table, rows: Number(counted?.rows ?? 0), parts }
  }

  async #migrations(): Promise<string[]> {
    const found: string[] = []
    for (const table of ['service_kit', 'service']) {
      const rows = await this.#session<{ hash: string }[]>`
        select hash from ${this.#session('drizzle')}.${this.#session(table)} order by id`
      found.push(...rows.map(({ hash }) => hash))
    }
    return found
  }

  #sequences(): Promise<readonly SequenceCopy[]> {
    return this.#session<SequenceCopy[]>`
      select sequencename as name, coalesce(last_value, start_value)::text as value,
        last_value is not null as "isCalled"
      from pg_sequences where schemaname = 'public' order by 1`
  }
}
