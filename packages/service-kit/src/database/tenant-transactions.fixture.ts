import postgres from 'postgres'
import { type DatabaseUrls, openDatabase } from './open-database.ts'

/** What the drills need of a transaction: statements without parameters. */
export interface Statements {
  execute(statement: string): PromiseLike<readonly Record<string, unknown>[]>
}

/** A way to open tenant transactions, so that one drill can run with the guard and without it. */
export interface TenantTransactions {
  tenantTx<T>(organizationId: number, run: (db: Statements) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How a drill opens its transactions. */
export interface OpenerOptions {
  readonly urls: DatabaseUrls
  readonly connections: number
  readonly isGuarded: boolean
}

/** Sessions of a drill carry this name, by which it finds the backends to terminate. */
export const drillName = 'guard-drill'

/** Opens transactions through the product's code, or, to show what the guard is for, through `sql.begin` of postgres.js as it comes. */
export function openTenantTransactions(options: OpenerOptions): TenantTransactions {
  if (options.isGuarded) {
    return openDatabase({ urls: options.urls, name: drillName, appConnections: options.connections })
  }
  const sql = postgres(options.urls.app, {
    max: options.connections,
    onnotice: () => undefined,
    backoff: () => 0,
    connection: { application_name: drillName },
  })
  return {
    tenantTx: async <T>(organizationId: number, run: (db: Statements) => Promise<T>): Promise<T> => {
      const results: T[] = []
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local app.organization_id = '${organizationId}'`)
        results.push(await run({ execute: (statement) => tx.unsafe(statement) }))
      })
      const [result] = results
      if (result === undefined) throw new Error('A transaction of a drill returns something.')
      return result
    },
    close: () => sql.end({ timeout: 0 }),
  }
}
