import type { documentsApi } from '@portal/contracts/documents'
import { and, count, eq, exists, ilike, lt, or, sql } from 'drizzle-orm'
import { departmentOfDocument } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { departments, documents } from '../schema.ts'
import { loadDocuments, presentDocument } from './load-documents.ts'
import { readable } from './readable.ts'

/** Without `limit`, lists are cut only beyond this many rows (decision 29). */
const rowsMax = 5000

export const listDocuments: Verb<typeof documentsApi.listDocuments> = async (ctx, { query }) => {
  const text = query.q === undefined ? undefined : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = and(
    readable(ctx),
    query.department === undefined ? undefined : inDepartment(query.department),
    text === undefined ? undefined : or(ilike(documents.title, text), ilike(documents.customId, text)),
  )
  const { rows, total } = await ctx.tx(async (db) => {
    const [counted] = await db.select({ total: count() }).from(documents).where(wanted)
    const after = query.cursor === undefined ? undefined : lt(documents.id, query.cursor)
    return {
      rows: await loadDocuments(db, and(wanted, after), query.limit ?? rowsMax),
      total: counted?.total ?? 0,
    }
  })
  ctx.responseHeaders.set('x-total-count', String(total))
  return rows.map(presentDocument)
}

/** A deleted department contains nothing, whatever number a document still carries. */
function inDepartment(number: number) {
  const present = sql`(select from ${departments} where ${departmentOfDocument})`
  return and(eq(documents.departmentNumber, number), exists(present))
}
