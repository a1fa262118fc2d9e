import { own } from '@portal/service-kit/database/own'
import type { JobContext } from '@portal/service-kit/jobs/job'
import { eq, inArray } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { embeddings } from '../schema.ts'

interface PassageText {
  readonly text: string
  readonly contentHash: string
}

type Scope = Pick<
  JobContext<DocumentsPorts, unknown>,
  'organizationId' | 'tx' | 'ports' | 'signal' | 'progress'
>

const batchSize = 16

/** A vector per content hash, stored or new. Progress runs from 0 to 1. */
export async function embedPassages(
  ctx: Scope,
  texts: readonly PassageText[],
): Promise<Map<string, Float32Array>> {
  const { organizationId, ports } = ctx
  const { model } = ports.embedder
  const vectors = await storedVectors(ctx, texts)
  const missing = [...new Map(texts.map((text) => [text.contentHash, text])).values()].filter(
    (text) => !vectors.has(text.contentHash),
  )
  for (let at = 0; at < missing.length; at += batchSize) {
    const batch = missing.slice(at, at + batchSize)
    const texts = batch.map(({ text }) => text)
    const embedded = await ports.embedder.embed(texts, 'passage', ctx.signal)
    const rows = batch.flatMap(({ contentHash }, index) => {
      const vector = embedded[index]
      return vector ? [{ organizationId, model, contentHash, vector }] : []
    })
    const stored = rows.map((row) => ({ ...row, vector: toBytes(row.vector) }))
    await ctx.tx((db) => db.insert(embeddings).values(stored).onConflictDoNothing())
    for (const row of rows) vectors.set(row.contentHash, row.vector)
    ctx.progress((at + batch.length) / missing.length)
  }
  return vectors
}

async function storedVectors(ctx: Scope, texts: readonly PassageText[]): Promise<Map<string, Float32Array>> {
  if (texts.length === 0) return new Map()
  const { contentHash, vector, model } = embeddings
  const hashes = texts.map((text) => text.contentHash)
  const wanted = own(embeddings, ctx, eq(model, ctx.ports.embedder.model), inArray(contentHash, hashes))
  const rows = await ctx.tx((db) => db.select({ contentHash, vector }).from(embeddings).where(wanted))
  return new Map(rows.map((row) => [row.contentHash, fromBytes(row.vector)]))
}

function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Copied because the driver's buffer may not be aligned to four bytes. */
function fromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
