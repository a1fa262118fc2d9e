import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import type { drizzle } from 'drizzle-orm/postgres-js'
import type { Contender } from '../measure/interleaved.ts'
import { spread } from '../measure/statistics.ts'
import { noteIdOf, notesOfEach } from './notes.ts'

const reads = 400
const readsInOne = 200
const pageSize = 50

/** Plain postgres.js, as bundled with drizzle. */
export type BareDriver = ReturnType<typeof drizzle>['$client']

/**
 * P5, in microseconds of CPU per read: one statement of the bare driver, and one in a tenant
 * transaction as for a GET. Between them, the floor: the same messages without guard and drizzle.
 */
export function primaryKeyReads(database: Database, driver: BareDriver): Contender[] {
  const idOf = (n: number) => noteIdOf(1, 1 + (n % notesOfEach))
  const cpuOf = async (read: (id: string) => Promise<readonly unknown[]>) => {
    const before = process.cpuUsage()
    for (let n = 0; n < reads; n += 1) expectRows(await read(idOf(n)), 1)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / reads
  }
  const bare = (id: string) => driver`select text from notes where organization_id = ${1} and id = ${id}`
  const tenant = (id: string, isReadOnly: boolean) =>
    database.tenantTx(
      1,
      (db) => db.execute(sql`select text from notes where organization_id = ${1} and id = ${id}`),
      { isReadOnly },
    )
  const inMessages = async (id: string) => {
    const begun = driver.unsafe('commit and chain; call enter_organization(1)').simple().execute()
    const rows = await bare(id)
    await begun
    return rows
  }
  return [
    { name: 'one bare statement', round: () => cpuOf(bare) },
    {
      name: 'a transaction that reads',
      round: () => cpuOf((id) => tenant(id, true)),
    },
    {
      name: 'its messages, by the driver alone',
      round: async () => {
        await driver.unsafe('begin read only').simple()
        const cost = await cpuOf(inMessages)
        await driver.unsafe('commit').simple()
        return cost
      },
    },
    {
      name: 'a transaction that may write',
      round: () => cpuOf((id) => tenant(id, false)),
    },
  ]
}

/** P6, in microseconds per read: pages in transactions so long that their ends do not count. */
export function listReads(filtered: Database, secured: Database): Contender[] {
  const timed = (database: Database) => async () => {
    const begun = performance.now()
    await database.tenantTx(7, async (db) => {
      for (let n = 0; n < readsInOne; n += 1) expectRows(await page(db, 7), pageSize)
    })
    return ((performance.now() - begun) * 1000) / readsInOne
  }
  return [
    { name: 'a filter by hand', round: timed(filtered) },
    { name: 'row security and the filter', round: timed(secured) },
  ]
}

/** P20, in microseconds: median over pages of different organizations, a transaction each. */
export function pageReads(
  few: Database,
  many: { readonly database: Database; readonly organizations: number },
): Contender[] {
  const median = (database: Database, organizations: number) => async () => {
    const times: number[] = []
    for (let n = 0; n < reads / 4; n += 1) {
      const organization = 1 + ((n * 7) % organizations)
      const begun = performance.now()
      expectRows(await database.tenantTx(organization, (db) => page(db, organization)), pageSize)
      times.push((performance.now() - begun) * 1000)
    }
    return spread(times).median
  }
  return [
    { name: 'among 20 organizations', round: median(few, 20) },
    { name: `among ${many.organizations} organizations`, round: median(many.database, many.organizations) },
  ]
}

function page(db: TransactionHandle, organization: number): Promise<readonly unknown[]> {
  const query = sql`select id, text from notes where organization_id = ${organization} order by id limit ${pageSize}`
  return Promise.resolve(db.execute(query))
}

function expectRows(rows: readonly unknown[], count: number): void {
  if (rows.length !== count) throw new Error(`A read answered ${rows.length} rows instead of ${count}.`)
}
