import { statesLayout } from '@portal/ranking/passage-states'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import type { JobContext } from '@portal/service-kit/jobs/job'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { and, asc, desc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { passages } from '../schema.ts'
import { embeddings } from './embeddings-schema.ts'

type Scope = Pick<JobContext<DocumentsPorts, unknown>, 'organizationId' | 'tx' | 'ports'>

/** Passages per turn: about two seconds of one core with the bundled encoder. */
const perTurn = 32
/** Passages that are looked at together for some that were not encoded. */
const lookedAt = 200

/** What stored states depend on beside the model: the encoder's projection and their layout. */
export function statesVersionOf({ tokens }: Embedder): string | undefined {
  return tokens && `${tokens.version}/${statesLayout}`
}

/**
 * What is stored of these contents, by their keys. Never a join with the passages: before their
 * table has statistics, Postgres compares each passage with each vector, which takes seconds.
 */
export function storedOf(
  model: string,
  { organizationId }: OfOrganization,
  contents: readonly { readonly contentHash: string }[],
): SQL {
  const hashes = contents.map(({ contentHash }) => contentHash)
  return own(
    embeddings,
    { organizationId },
    eq(embeddings.model, model),
    inArray(embeddings.contentHash, hashes),
  )
}

/** The next passages that lack a vector or states, whether they are the last, and where they are. */
export function loadMissing(ctx: Scope, versionId: string, after: number) {
  const ofVersion = own(passages, ctx, eq(passages.versionId, versionId))
  const { ordinal, contentHash, text } = passages
  return ctx.tx(async (db) => {
    for (let from = after; ; ) {
      const seen = await db
        .select({ ordinal, contentHash })
        .from(passages)
        .where(and(ofVersion, gt(ordinal, from)))
        .orderBy(asc(ordinal))
        .limit(lookedAt)
      const missing = await lackingOf(db, ctx, seen)
      const isEnd = seen.length < lookedAt
      from = seen.at(-1)?.ordinal ?? from
      if (missing.length === 0 && !isEnd) continue
      const ordinals = missing.slice(0, perTurn).map((passage) => passage.ordinal)
      const batch = await db
        .select({ ordinal, contentHash, text })
        .from(passages)
        .where(and(ofVersion, inArray(ordinal, ordinals)))
        .orderBy(asc(ordinal))
      const [last] = await db
        .select({ ordinal })
        .from(passages)
        .where(ofVersion)
        .orderBy(desc(ordinal))
        .limit(1)
      const share = (ordinals[0] ?? from + 1) / ((last?.ordinal ?? 0) + 1)
      return { batch, isLast: isEnd && missing.length <= perTurn, share }
    }
  })
}

/** Those of the passages whose content was never encoded, or without the states of this encoder. */
async function lackingOf<Passage extends { readonly contentHash: string }>(
  db: TransactionHandle,
  { organizationId, ports }: Scope,
  seen: readonly Passage[],
): Promise<Passage[]> {
  const version = statesVersionOf(ports.embedder)
  const stored = await db
    .select({ contentHash: embeddings.contentHash })
    .from(embeddings)
    .where(
      and(
        storedOf(ports.embedder.model, { organizationId }, seen),
        version && eq(embeddings.statesVersion, version),
      ),
    )
  const known = new Set(stored.map(({ contentHash }) => contentHash))
  return seen.filter(({ contentHash }) => !known.has(contentHash))
}
