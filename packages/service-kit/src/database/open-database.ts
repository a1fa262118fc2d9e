import { sql } from 'drizzle-orm'
import type { TransactionHandle } from './connection-slot.ts'
import { untilOlderTransactionsEnd } from './older-transactions.ts'
import { openSession, type Session } from './open-session.ts'
import { orDeleted } from './organization-deleted.ts'
import type { Hint } from './transaction-fence.ts'
import { TransactionPool } from './transaction-pool.ts'

/** One login per role of a service's database (architecture.md §5). Only migrations use `owner`. */
export interface DatabaseUrls {
  readonly owner: string
  readonly app: string
  readonly platform: string
}

export interface DatabaseOptions {
  readonly urls: Pick<DatabaseUrls, 'app' | 'platform'>
  readonly name: string
  readonly appConnections?: number
  readonly platformConnections?: number
  readonly transactionTimeoutMs?: number
  readonly acquireTimeoutMs?: number
}

/** `isReadOnly`: Postgres refuses writes; begin and end cost no round trips of their own. */
export interface TransactionKind {
  readonly isReadOnly?: boolean
}

/** `isUrgent`: what everything else depends on, and short; it never waits for longer ones. */
export interface PlatformTransactionKind extends TransactionKind {
  readonly isUrgent?: boolean
}

/** A service's database. Transactions are the only way to query it. */
export interface Database {
  /** Only this organization's rows. Throws DatabaseUnavailable or OrganizationDeleted. */
  tenantTx<T>(
    organizationId: number,
    run: (db: TransactionHandle) => Promise<T>,
    kind?: TransactionKind,
  ): Promise<T>
  /**
   * Runs as the platform role, on the few tables granted to it. Throws DatabaseUnavailable; given
   * an organization in `about`, also OrganizationDeleted.
   */
  platformTx<T>(
    run: (db: TransactionHandle) => Promise<T>,
    kind?: PlatformTransactionKind & { readonly about?: number | null },
  ): Promise<T>
  /** In a deleted organization, for its purge only. Throws DatabaseUnavailable. */
  purgeTx<T>(organizationId: number, run: (db: TransactionHandle) => Promise<T>): Promise<T>
  /** Resolves once all transactions begun before have ended. Throws DatabaseUnavailable. */
  untilOlderTransactionsEnd(): Promise<void>
  /** Subscribes to this process's commits with the hint. Returns how to unsubscribe. */
  onHint(name: Hint, look: () => void): () => void
  /** Tells subscribers of a commit elsewhere, as of this process's own. */
  hint(name: Hint): void
  /** A dedicated platform-role connection for locks. Throws DatabaseUnavailable. */
  openSession(): Promise<Session>
  /**
   * Resolves when the database responds; unless it is urgent, in turn with other transactions.
   * Throws DatabaseUnavailable.
   */
  check(kind?: Pick<PlatformTransactionKind, 'isUrgent'>): Promise<void>
  close(): Promise<void>
}

/** Opens a service's database. Nothing connects before the first transaction. */
export function openDatabase(options: DatabaseOptions): Database {
  const watchers = new Set<{ readonly name: Hint; readonly look: () => void }>()
  const hint = (name: Hint) => {
    for (const watcher of watchers) if (watcher.name === name) watcher.look()
  }
  const shared = {
    onHint: hint,
    applicationName: options.name,
    transactionTimeoutMs: options.transactionTimeoutMs ?? 5000,
    acquireTimeoutMs: options.acquireTimeoutMs ?? 5000,
  }
  const app = new TransactionPool({
    ...{ ...shared, url: options.urls.app, size: options.appConnections ?? 8, reserved: 0 },
  })
  const platform = new TransactionPool({
    ...{ ...shared, url: options.urls.platform, size: options.platformConnections ?? 4, reserved: 1 },
  })
  const platformTx: Database['platformTx'] = (run, { about, isReadOnly = false, isUrgent = false } = {}) => {
    if (about == null) return platform.transact({ opening: '', isReadOnly, isUrgent }, run)
    const opening = `call refuse_deleted(${tenant(about)})`
    return orDeleted(platform.transact({ opening, isReadOnly, isUrgent, organizationId: about }, run))
  }
  return {
    tenantTx: (organizationId, run, { isReadOnly = false } = {}) => {
      const opening = `call enter_organization(${tenant(organizationId)})`
      return orDeleted(app.transact({ opening, isReadOnly, isUrgent: false, organizationId }, run))
    },
    platformTx,
    purgeTx: (organizationId, run) => {
      const opening = `set local app.organization_id = '${tenant(organizationId)}'`
      return app.transact({ opening, isReadOnly: false, isUrgent: false, organizationId }, run)
    },
    untilOlderTransactionsEnd: () => untilOlderTransactionsEnd(platformTx, shared.transactionTimeoutMs),
    onHint: (name, look) => {
      const watcher = { name, look }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    hint,
    openSession: () => openSession(options.urls.platform, options.name),
    check: (kind) =>
      platformTx(async (db) => void (await db.execute(sql`select 1`)), { ...kind, isReadOnly: true }),
    close: async () => void (await Promise.all([app.close(), platform.close()])),
  }
}

/** The only place where an organization id becomes SQL text, so it must be a positive integer. */
function tenant(organizationId: number): number {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) {
    throw new Error('A tenant transaction needs an organization id.')
  }
  return organizationId
}
