import postgres from 'postgres'
import { type DatabaseUrls, openDatabase } from '../database/open-database.ts'

export interface Statements {
  execute(statement: string): PromiseLike<readonly Record<string, unknown>[]>
}

/** Opens tenant transactions, so that one drill can run with and without the guard. */
export interface TenantTransactions {
  tenantTx<T>(organizationId: number, run: (db: Statements) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface OpenerOptions {
  readonly urls: DatabaseUrls
  readonly connections: number
  readonly isGuarded: boolean
}

/** Names a drill's sessions, so that it finds the backends to terminate. */
export const drillName = 'guard-drill'

/** Through the product's code or, unguarded, through `sql.begin` of postgres.js. */
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
