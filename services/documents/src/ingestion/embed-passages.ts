import { own } from '@portal/service-kit/database/own'
import type { JobContext } from '@portal/service-kit/jobs/job'
import { and, countDistinct, eq, isNull } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { embeddings, passages } from '../schema.ts'

type Scope = Pick<
  JobContext<DocumentsPorts, unknown>,
  'organizationId' | 'tx' | 'ports' | 'signal' | 'progress'
>

/** Passages per turn: about two seconds of one core with the bundled encoder. */
const perTurn = 32

/** The stored vector of a passage, by the content that it encodes. */
export function vectorOfPassage(model: string) {
  return own(
    embeddings,
    passages,
    eq(embeddings.model, model),
    eq(embeddings.contentHash, passages.contentHash),
  )
}

/**
 * Encodes and stores the next passages of a version that have no vector; resolves to whether that
 * was all. What is stored is never encoded again.
 */
export async function embedSome(ctx: Scope, versionId: string): Promise<boolean> {
  const { organizationId, ports, signal } = ctx
  const { model } = ports.embedder
  const { batch, missing, all } = await ctx.tx(async (db) => {
    const ofVersion = own(passages, { organizationId }, eq(passages.versionId, versionId))
    const [counts] = await db
      .select({ all: countDistinct(passages.contentHash), stored: countDistinct(embeddings.contentHash) })
      .from(passages)
      .leftJoin(embeddings, vectorOfPassage(model))
      .where(ofVersion)
    const { all = 0, stored = 0 } = counts ?? {}
    const batch = await db
      .selectDistinctOn([passages.contentHash], { contentHash: passages.contentHash, text: passages.text })
      .from(passages)
      .leftJoin(embeddings, vectorOfPassage(model))
      .where(and(ofVersion, isNull(embeddings.contentHash)))
      .limit(perTurn)
    return { batch, all, missing: all - stored }
  })
  if (batch.length === 0) return true
  ctx.progress(1 - missing / all)
  const texts = batch.map(({ text }) => text)
  const vectors = await ports.embedder.embed(texts, 'passage', signal)
  const rows = batch.flatMap(({ contentHash }, at) => {
    const vector = vectors[at]
    return vector ? [{ organizationId, model, contentHash, vector: toBytes(vector) }] : []
  })
  await ctx.tx((db) => db.insert(embeddings).values(rows).onConflictDoNothing())
  return missing === batch.length
}

function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Copied because the driver's buffer may not be aligned to four bytes. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
