import { listRowsMax } from '@portal/contracts/list-query'
import { and, count, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { CodedError } from '../coded-error.ts'
import type { Context } from '../context.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'

/** A list in its order. `where`: what the caller may see, `after`: what follows the cursor. */
export interface ListPart<Row> {
  readonly query: { readonly limit?: number | undefined }
  /** The table of `where`, for counting. */
  readonly from: PgTable
  readonly where: SQL | undefined
  readonly after: SQL | undefined
  readonly load: (where: SQL | undefined, limit: number) => PromiseLike<Row[]>
}

/** Reads one part of a list and answers the total of all parts in `x-total-count` (decision 29). */
export async function listPart<Row>(
  ctx: Pick<Context<unknown>, 'responseHeaders'>,
  db: TransactionHandle,
  { query, from, where, after, load }: ListPart<Row>,
): Promise<Row[]> {
  const limit = query.limit ?? listRowsMax
  const rows = await load(and(where, after), limit)
  const isWhole = after === undefined && rows.length < limit
  const total = isWhole ? rows.length : await db.select({ total: count() }).from(from).where(where)
  ctx.responseHeaders.set('x-total-count', String(typeof total === 'number' ? total : total[0]?.total))
  return rows
}

/**
 * The rows below a position in descending order of these columns; `position` reads its values in
 * that order. Throws `invalid_request` when the caller's list has no such row.
 */
export async function below(
  columns: readonly [SQLWrapper, SQLWrapper],
  position: SQLWrapper & PromiseLike<readonly unknown[]>,
): Promise<SQL> {
  if ((await position).length === 0) {
    const message = 'Cursor is not a row of this list.'
    throw new CodedError('invalid_request', message, { fields: { cursor: message } })
  }
  return sql`(${columns[0]}, ${columns[1]}) < ${position}`
}
