import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { findPassages, presented } from '../retrieval/retrieve-passages.ts'
import { departments } from '../schema.ts'

/** What people find is what the assistant would be given (decision 67). */
export const searchPassages: Verb<typeof documentsApi.searchPassages> = async (ctx, { query }) => {
  const { q: text, limit, department } = query
  if (department !== undefined && !(await isPresent(ctx, department))) return { passages: [] }
  const { ranked } = await findPassages(ctx, { text, limit, department })
  return { passages: ranked.map(presented) }
}

/** A deleted department contains nothing, whatever number a document still carries. */
async function isPresent(ctx: Context, number: number): Promise<boolean> {
  const wanted = own(departments, ctx, eq(departments.number, number), eq(departments.isDeleted, false))
  const rows = await ctx.tx((db) => db.select({ number: departments.number }).from(departments).where(wanted))
  return rows.length > 0
}
