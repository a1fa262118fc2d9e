import { and, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Redaction } from '../ports/event-bus.ts'

/** Whom an erasure is about, and the organizations in which they are or were a member. */
export interface ErasedPerson {
  readonly userId: string
  readonly organizationIds: readonly number[]
}

/** The role and organization of a transaction in which rows are erased; null: the platform's. */
export interface ErasedRows {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly organizationId: number | null
  readonly userId: string
}

/** One table with personal data, how it loses them, and how many rows still have them. */
export interface PersonalRows {
  readonly table: string
  /** `tenant`: once in each organization of the person. */
  readonly as: 'tenant' | 'platform'
  /** True if it was too much for one transaction, and the rest wants another. */
  erase(rows: ErasedRows): Promise<boolean>
  countLeft(rows: Omit<ErasedRows, 'emit'>): Promise<number>
}

/** What a service keeps of people, and how it is erased (decision 71). */
export interface PersonalData<Ports> {
  /** Erased in this order, each in transactions of its own. */
  readonly rows: readonly PersonalRows[]
  /**
   * Erases what is stored outside the database, before the rows that it is found by. May run again.
   * Returns the names of these stores for the ledger.
   */
  readonly outside?: (scope: {
    readonly ports: Ports
    readonly userId: string
    readonly platformTx: <T>(run: (db: TransactionHandle) => Promise<T>) => Promise<T>
  }) => Promise<readonly string[]>
  /** Published events whose words are redacted, found by the person's `userId`. */
  readonly published?: Omit<Redaction, 'userId'>
}

interface RowsOptions {
  readonly as: PersonalRows['as']
  readonly of: (userId: string) => SQL
  /** Columns to overwrite; without it, the rows are deleted. */
  readonly set?: Readonly<Record<string, string | boolean | null>>
  /** Runs in the erasure's transaction, to notify others. */
  readonly afterwards?: (rows: ErasedRows) => Promise<void>
}

/** Rows of a table that are deleted, or keep everything but the columns named in `set`. */
export function personalRows(table: PgTable, { as, of, set, afterwards }: RowsOptions): PersonalRows {
  const columns = getTableColumns(table)
  const own = ({ userId, organizationId }: Pick<ErasedRows, 'userId' | 'organizationId'>) =>
    and(organizationId === null ? undefined : sql`organization_id = ${organizationId}`, of(userId))
  const isLeft =
    set && or(...Object.entries(set).map(([name, value]) => sql`${columns[name]} is distinct from ${value}`))
  return {
    table: getTableName(table),
    as,
    erase: async (rows) => {
      if (set)
        await rows.db
          .update(table)
          .set(set)
          .where(and(own(rows), isLeft))
      else await rows.db.delete(table).where(own(rows))
      await afterwards?.(rows)
      return false
    },
    countLeft: ({ db, ...which }) => db.$count(table, and(own(which), isLeft)),
  }
}
