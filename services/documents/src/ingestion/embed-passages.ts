import { clausesBelowHeadings, clausesOf, storeStates } from '@portal/ranking/passage-states'
import type { JobContext } from '@portal/service-kit/jobs/job'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { IndexingPorts } from '../ports.ts'
import { claimContents } from './claim-contents.ts'
import { embeddings } from './embeddings-schema.ts'
import { loadMissing, statesVersionOf } from './missing-passages.ts'

type Scope = Pick<
  JobContext<IndexingPorts, unknown>,
  'organizationId' | 'tx' | 'ports' | 'signal' | 'progress'
>

/**
 * Up to which passage a version's were encoded, so that a turn costs the same at the end of a long
 * text as at its beginning. A last look, from the first one on, finds what others failed to store.
 */
const reached = new LRUCache<string, number>({ max: 1000 })

/**
 * Encodes and stores the next passages of a version that have no vector or lack states; resolves to
 * whether that was all. What is stored is never encoded again, nor what another document of the
 * organization is having encoded meanwhile.
 */
export async function embedSome(ctx: Scope, versionId: string): Promise<boolean> {
  for (;;) {
    const turn = await takeTurn(ctx, versionId)
    if (turn !== 'looks again') return turn === 'was the last'
  }
}

async function takeTurn(
  ctx: Scope,
  versionId: string,
): Promise<'was the last' | 'leaves some' | 'looks again'> {
  const after = reached.get(versionId) ?? -1
  using claim = await claimContents(ctx, () => loadMissing(ctx, versionId, after))
  const { mine, others } = claim
  const { batch, isLast, share } = claim.missing
  if (batch.length > 0 && mine.size === 0) {
    await others
    return 'looks again'
  }
  ctx.progress(share)
  const contents = new Map(batch.map((content) => [content.contentHash, content]))
  const ofMine = [...contents.values()].filter(({ contentHash }) => mine.has(contentHash))
  if (ofMine.length > 0) await encodeAndStore(ctx, ofMine)
  const left = batch.find(({ contentHash }) => !mine.has(contentHash))
  if (left || !isLast) {
    reached.set(versionId, left ? left.ordinal - 1 : (batch.at(-1)?.ordinal ?? after))
    return 'leaves some'
  }
  reached.delete(versionId)
  return after === -1 ? 'was the last' : 'looks again'
}

interface Content {
  readonly contentHash: string
  readonly text: string
  readonly headingPath: readonly string[]
}

/** Encoded and inserted together: those of a whole turn would hold up requests for 20 ms. */
const inPart = 8

async function encodeAndStore(ctx: Scope, contents: readonly Content[]): Promise<void> {
  const { organizationId, ports } = ctx
  const { model } = ports.embedder
  const encoded = await encodePassages(ctx, contents)
  const rows = contents.flatMap(({ contentHash }, at) => {
    const columns = encoded[at]
    return columns ? [{ organizationId, model, contentHash, ...columns }] : []
  })
  await ctx.tx(async (db) => {
    for (const part of partsOf(rows))
      await db
        .insert(embeddings)
        .values(part)
        .onConflictDoUpdate({
          target: [embeddings.organizationId, embeddings.model, embeddings.contentHash],
          set: {
            vector: sql`excluded.vector`,
            statesVersion: sql`excluded.states_version`,
            tokenStates: sql`excluded.token_states`,
            clauseStates: sql`excluded.clause_states`,
          },
        })
  })
}

/** Vectors and, where the encoder gives them, states of tokens and clauses. */
async function encodePassages({ ports, signal }: Scope, batch: readonly Content[]) {
  const { tokens: encoder } = ports.embedder
  const statesVersion = statesVersionOf(ports.embedder)
  if (!encoder) {
    const texts = batch.map(({ text, headingPath }) => clausesBelowHeadings(text, headingPath).text)
    const vectors = await ports.embedder.embed(texts, 'passage', { signal })
    return vectors.map((vector) => ({ vector: toBytes(vector), statesVersion }))
  }
  const columns = []
  for (const part of partsOf(batch)) {
    const clausesOfPart = part.map(({ text }) => clausesOf(text))
    const texts = part.map(({ text, headingPath }, at) =>
      clausesBelowHeadings(text, headingPath, clausesOfPart[at]),
    )
    const encoded = await encoder.encode(texts, 'passage', { signal })
    for (const [at, states] of encoded.entries()) {
      const { tokens, clauses } = storeStates(clausesOfPart[at] ?? [], states)
      columns.push({
        vector: toBytes(states.vector),
        statesVersion,
        tokenStates: tokens,
        clauseStates: clauses,
      })
    }
  }
  return columns
}

function partsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / inPart) }, (_, at) =>
    all.slice(at * inPart, (at + 1) * inPart),
  )
}

function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Copied because the driver's buffer may not be aligned to four bytes. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
