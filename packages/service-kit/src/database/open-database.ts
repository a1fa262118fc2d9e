import { sql } from 'drizzle-orm'
import type { TransactionHandle } from './connection-slot.ts'
import { untilOlderTransactionsEnd } from './older-transactions.ts'
import { openSession, type Session } from './open-session.ts'
import { asOrganizationDeleted } from './organization-deleted.ts'
import type { Hint } from './transaction-fence.ts'
import { TransactionPool } from './transaction-pool.ts'

/** One login per role of a service's database (architecture.md §5). Only migrations use `owner`. */
export interface DatabaseUrls {
  readonly owner: string
  readonly app: string
  readonly platform: string
  readonly reader: string
}

/** Settings of {@link openDatabase}; times in milliseconds. */
export interface DatabaseOptions {
  readonly urls: Pick<DatabaseUrls, 'app' | 'platform'>
  readonly name: string
  readonly appConnections?: number
  readonly platformConnections?: number
  readonly transactionTimeoutMs?: number
  readonly acquireTimeoutMs?: number
}

/** `isReadOnly`: Postgres refuses writes, and the transaction costs one round trip for its first statement and none for its end. */
export interface TransactionKind {
  readonly isReadOnly?: boolean
}

/** A service's database: two ways to open a transaction and no other. */
export interface Database {
  /**
   * A transaction that sees and writes rows of this organization only (row security). Throws DatabaseUnavailable, and OrganizationDeleted
   * when the organization is no more.
   */
  tenantTx<T>(
    organizationId: number,
    run: (db: TransactionHandle) => Promise<T>,
    kind?: TransactionKind,
  ): Promise<T>
  /**
   * A transaction of the platform role, on the short list of tables that it may touch. Throws DatabaseUnavailable; `about` an organization,
   * as an event of it, OrganizationDeleted too.
   */
  platformTx<T>(
    run: (db: TransactionHandle) => Promise<T>,
    kind?: TransactionKind & { readonly about?: number | null },
  ): Promise<T>
  /** A tenant's transaction in an organization that was deleted: for its purge alone. Throws DatabaseUnavailable. */
  purgeTx<T>(organizationId: number, run: (db: TransactionHandle) => Promise<T>): Promise<T>
  /** Resolves when no transaction runs any more that had begun before this call, as a tombstone's commit asks for. Throws DatabaseUnavailable. */
  untilOlderTransactionsEnd(): Promise<void>
  /** Calls `look` after each commit of this process that left the hint. Returns how to stop. */
  onHint(name: Hint, look: () => void): () => void
  /** A connection of its own for locks and notifications, as the platform role. Throws DatabaseUnavailable. */
  openSession(): Promise<Session>
  /** Resolves when the database answers. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens the pools lazily: nothing connects before the first transaction. */
export function openDatabase(options: DatabaseOptions): Database {
  const watchers = new Set<{ readonly name: Hint; readonly look: () => void }>()
  const shared = {
    onHint: (name: Hint) => {
      for (const watcher of watchers) if (watcher.name === name) watcher.look()
    },
    applicationName: options.name,
    transactionTimeoutMs: options.transactionTimeoutMs ?? 5000,
    acquireTimeoutMs: options.acquireTimeoutMs ?? 5000,
  }
  const app = new TransactionPool({ ...shared, url: options.urls.app, size: options.appConnections ?? 8 })
  const platform = new TransactionPool({
    ...shared,
    url: options.urls.platform,
    size: options.platformConnections ?? 4,
  })
  const platformTx: Database['platformTx'] = (run, { about, isReadOnly = false } = {}) =>
    about == null
      ? platform.transact({ opening: '', isReadOnly }, run)
      : orDeleted(platform.transact({ opening: `call refuse_deleted(${tenant(about)})`, isReadOnly }, run))
  return {
    tenantTx: (organizationId, run, { isReadOnly = false } = {}) => {
      const opening = `call enter_organization(${tenant(organizationId)})`
      return orDeleted(app.transact({ opening, isReadOnly }, run))
    },
    platformTx,
    purgeTx: (organizationId, run) => {
      const opening = `set local app.organization_id = '${tenant(organizationId)}'`
      return app.transact({ opening, isReadOnly: false }, run)
    },
    untilOlderTransactionsEnd: () => untilOlderTransactionsEnd(platformTx, shared.transactionTimeoutMs),
    onHint: (name, look) => {
      const watcher = { name, look }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    openSession: () => openSession(options.urls.platform, options.name),
    check: () => platformTx(async (db) => void (await db.execute(sql`select 1`)), { isReadOnly: true }),
    close: async () => void (await Promise.all([app.close(), platform.close()])),
  }
}

function orDeleted<T>(transaction: Promise<T>): Promise<T> {
  return transaction.catch((error: unknown) => {
    throw asOrganizationDeleted(error)
  })
}

/** The one place where an organization id becomes SQL text, so it must be a positive whole number. */
function tenant(organizationId: number): number {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) {
    throw new Error('A tenant transaction needs an organization id.')
  }
  return organizationId
}
