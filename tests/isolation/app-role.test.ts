import { proxiedServices } from '@portal/contracts/services'
import { loadDefinition } from '@portal/deploy/standalone/load-part'
import { migrations as gateway } from '@portal/gateway-service/service'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Migrations } from '@portal/service-kit/database/migrate'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fillTables,
  insertInto,
  moveRows,
  openAsAdministrator,
  run,
  type Table,
  tablesOf,
} from './tenant-tables.ts'

const databases: readonly [string, Migrations][] = [
  ['gateway', gateway],
  ...(await Promise.all(
    proxiedServices.map(
      async (name): Promise<[string, Migrations]> => [name, (await loadDefinition(name)).migrations],
    ),
  )),
]
const mine = 41
const theirs = 42
/** Insufficient privilege, also the code of row security. */
const refused = '42501'
/** Outcomes without effect; an identity column cannot be set at all (428C9). */
const nothing: readonly (number | string)[] = [0, refused, '428C9']
/** Row security reads the transaction's organization: here the setting is missing, or empty. */
const noOrganization = ['42704', '22P02']

describe.each(databases)('the app role in the database of %s', (_, migrations) => {
  let database: TestDatabase
  let administrator: Database
  let app: Database
  let tenantTables: readonly Table[]
  let otherTables: readonly Table[]

  beforeAll(async () => {
    database = await createTestDatabase(migrations)
    administrator = openAsAdministrator(database.urls)
    // Its platform transactions use the app role too, without an organization.
    const { app: url } = database.urls
    app = openDatabase({ urls: { app: url, platform: url }, name: 'app-role' })
    const tables = await tablesOf(administrator)
    tenantTables = tables.filter(({ isTenant }) => isTenant)
    otherTables = tables.filter(({ isTenant }) => !isTenant)
    await fillTables(administrator, tenantTables, [mine, theirs])
  }, 60_000)
  afterAll(async () => {
    await app.close()
    await administrator.close()
    await database.drop()
  })

  const inMine: Transact = (work) => app.purgeTx(mine, work)
  const inNone: Transact = (work) => app.platformTx(work)

  it('reads its own row of every tenant table and changes nothing and reads nothing of another', async () => {
    expect(tenantTables.length).toBeGreaterThan(4)
    expect((await faultsOf(tenantTables, inMine)).flat()).toEqual([])
  })

  it('reads and writes nothing of any tenant table while no organization is set', async () => {
    for (const table of tenantTables) {
      for (const statement of Object.values(statementsOn(table))) {
        const outcome = await outcomeOf(inNone, statement)
        expect([...nothing, ...noOrganization], statement).toContain(outcome)
      }
    }
  })

  it('may touch no table without organization_id, and empty none', async () => {
    const reachable = await administrator.platformTx((db) =>
      reachableBy(db, new URL(database.urls.app).username),
    )
    const names = otherTables.map(({ name }) => name)
    expect(reachable.filter(({ name, canEmpty }) => canEmpty || names.includes(name))).toEqual([])
    for (const { name } of otherTables)
      expect(await outcomeOf(inMine, `select from ${name}`), name).toBe(refused)
  })

  it('is caught when the policy of one table is too wide', async () => {
    const table = tenantTables.find(({ name }) => name === 'outbox')
    if (!table) throw new Error('Every service has an outbox.')
    const policy = (condition: string) =>
      sql.raw(`alter policy tenant on ${table.name} using (${condition}) with check (${condition})`)
    await administrator.platformTx((db) => db.execute(policy('true')))
    expect((await faultsOf([table], inMine)).flat()).toEqual([
      'outbox: reads 1 rows of another',
      'outbox: insert into another is allowed',
      'outbox: changes 1 rows of another',
      'outbox: moves 1 rows to another',
      'outbox: removes 1 rows of another',
    ])
  })
})

type Transact = <T>(work: (db: TransactionHandle) => Promise<T>) => Promise<T>

function statementsOn(table: Table) {
  const { name, columns } = table
  const column = columns.at(-1)?.name
  return {
    readsTheirs: `select from ${name} where organization_id = ${theirs}`,
    insertsTheirs: insertInto(table, theirs),
    changesTheirs: `update ${name} set ${column} = ${column} where organization_id = ${theirs}`,
    movesMine: moveRows(table, mine, theirs),
    removesTheirs: `delete from ${name} where organization_id = ${theirs}`,
  }
}

/** What the app role can do but must not, per table. */
function faultsOf(tables: readonly Table[], transact: Transact): Promise<string[][]> {
  return Promise.all(
    tables.map(async (table) => {
      const faults: string[] = []
      const note = (isWrong: boolean, what: string) => isWrong && faults.push(`${table.name}: ${what}`)
      const on = statementsOn(table)
      const own = await outcomeOf(transact, `select from ${table.name}`)
      const read = await outcomeOf(transact, on.readsTheirs)
      note(own !== 1 && read === 0, `reads ${own} rows, not its own alone`)
      note(read !== 0, `reads ${read} rows of another`)
      note((await outcomeOf(transact, on.insertsTheirs)) !== refused, 'insert into another is allowed')
      const changed = await outcomeOf(transact, on.changesTheirs)
      note(isDone(changed), `changes ${changed} rows of another`)
      const moved = await outcomeOf(transact, on.movesMine)
      note(isDone(moved), `moves ${moved} rows to another`)
      const removed = await outcomeOf(transact, on.removesTheirs)
      note(isDone(removed), `removes ${removed} rows of another`)
      return faults
    }),
  )
}

const isDone = (outcome: number | string) => !nothing.includes(outcome)

/** Rolls a statement back, so that the next one finds the same rows. */
class Undone extends Error {
  readonly count: number
  constructor(count: number) {
    super('undone')
    this.count = count
  }
}

/** The number of affected rows, or the error code; rolled back. */
function outcomeOf(transact: Transact, statement: string): Promise<number | string> {
  return transact(async (db): Promise<number> => {
    throw new Undone(await run(db, statement))
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.count
    const cause = error instanceof Error ? error.cause : null
    if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code)
    throw error
  })
}

type Reachable = { readonly name: string; readonly canEmpty: boolean }

/** Tables on which a role has any privilege. */
function reachableBy(db: TransactionHandle, role: string): Promise<readonly Reachable[]> {
  return db.execute<Reachable>(sql`
    select c.oid::regclass::text as name, has_table_privilege(${role}, c.oid, 'truncate, trigger, references') as "canEmpty"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
      and (has_any_column_privilege(${role}, c.oid, 'select, insert, update, references')
        or has_table_privilege(${role}, c.oid, 'delete, truncate, trigger'))`)
}
