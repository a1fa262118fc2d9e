import { clausesOf, statesLayout, storeStates } from '@portal/ranking/passage-states'
import { own } from '@portal/service-kit/database/own'
import type { JobContext } from '@portal/service-kit/jobs/job'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { and, countDistinct, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { passages } from '../schema.ts'
import { claimContents } from './claim-contents.ts'
import { embeddings } from './embeddings-schema.ts'

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

/** What stored states depend on beside the model: the encoder's projection and their layout. */
export function statesVersionOf({ tokens }: Embedder): string | undefined {
  return tokens && `${tokens.version}/${statesLayout}`
}

/** Of a left join: never encoded, or without the states that the encoder gives now. */
function isLacking(embedder: Embedder): SQL | undefined {
  const statesVersion = statesVersionOf(embedder)
  const isOutdated = statesVersion && sql`${embeddings.statesVersion} is distinct from ${statesVersion}`
  return or(isNull(embeddings.contentHash), isOutdated || undefined)
}

/**
 * Encodes and stores the next passages of a version that have no vector or lack states; resolves to
 * whether that was all. What is stored is never encoded again, nor what another document of the
 * organization is having encoded meanwhile.
 */
export async function embedSome(ctx: Scope, versionId: string): Promise<boolean> {
  using claim = await claimContents(ctx, () => loadMissing(ctx, versionId))
  const { mine, others } = claim
  const { batch, missing, all } = claim.missing
  if (missing === 0) return true
  ctx.progress(1 - missing / all)
  if (mine.size === 0) {
    await others
    return embedSome(ctx, versionId)
  }
  await encodeAndStore(
    ctx,
    batch.filter(({ contentHash }) => mine.has(contentHash)),
  )
  return missing === mine.size
}

interface Content {
  readonly contentHash: string
  readonly text: string
}

async function encodeAndStore(ctx: Scope, contents: readonly Content[]): Promise<void> {
  const { organizationId, ports } = ctx
  const { model } = ports.embedder
  const encoded = await encodePassages(ctx, contents)
  const rows = contents.flatMap(({ contentHash }, at) => {
    const columns = encoded[at]
    return columns ? [{ organizationId, model, contentHash, ...columns }] : []
  })
  await ctx.tx((db) =>
    db
      .insert(embeddings)
      .values(rows)
      .onConflictDoUpdate({
        target: [embeddings.organizationId, embeddings.model, embeddings.contentHash],
        set: {
          statesVersion: sql`excluded.states_version`,
          tokenStates: sql`excluded.token_states`,
          clauseStates: sql`excluded.clause_states`,
        },
        setWhere: sql`excluded.states_version is not null`,
      }),
  )
}

/** A turn's passages that are to be encoded, and how many of all there are. */
function loadMissing({ organizationId, ports, tx }: Scope, versionId: string) {
  const { model } = ports.embedder
  const isMissing = isLacking(ports.embedder)
  const ofVersion = own(passages, { organizationId }, eq(passages.versionId, versionId))
  const { contentHash, text } = passages
  const share = sql<number>`count(distinct ${contentHash}) filter (where ${isMissing})`.mapWith(Number)
  return tx(async (db) => {
    const [{ all, missing } = { all: 0, missing: 0 }] = await db
      .select({ all: countDistinct(contentHash), missing: share })
      .from(passages)
      .leftJoin(embeddings, vectorOfPassage(model))
      .where(ofVersion)
    const batch = await db
      .selectDistinctOn([contentHash], { contentHash, text })
      .from(passages)
      .leftJoin(embeddings, vectorOfPassage(model))
      .where(and(ofVersion, isMissing))
      .limit(perTurn)
    return { batch, all, missing }
  })
}

/** Vectors and, where the encoder gives them, states of tokens and clauses. */
async function encodePassages({ ports, signal }: Scope, batch: readonly Content[]) {
  const { embedder } = ports
  if (!embedder.tokens) {
    const texts = batch.map(({ text }) => text)
    return (await embedder.embed(texts, 'passage', { signal })).map((vector) => ({ vector: toBytes(vector) }))
  }
  const texts = batch.map(({ text }) => ({ text, parts: clausesOf(text) }))
  const encoded = await embedder.tokens.encode(texts, 'passage', { signal })
  const statesVersion = statesVersionOf(embedder) ?? null
  return encoded.map((states, at) => {
    const { tokens, clauses } = storeStates(texts[at]?.parts ?? [], states)
    const vector = toBytes(states.vector)
    return { vector, statesVersion, tokenStates: tokens, clauseStates: clauses }
  })
}

function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Copied because the driver's buffer may not be aligned to four bytes. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
