import type { documentsApi } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { loadDocuments, presentDocument } from './load-documents.ts'
import { readable } from './readable.ts'

export const readDocument: Verb<typeof documentsApi.readDocument> = async (ctx, { params }) => {
  const [row] = await ctx.tx((db) => loadDocuments(db, and(readable(ctx), eq(documents.id, params.id)), 1))
  return presentDocument(rowOrNotFound(row))
}
