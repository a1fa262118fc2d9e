import { statesLayout } from '@portal/ranking/passage-states'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { DocumentsPorts } from '../ports.ts'
import { passages } from '../schema.ts'
import { embeddings } from './embeddings-schema.ts'

interface Scope {
  readonly organizationId: number
  readonly ports: Pick<DocumentsPorts, 'embedder'>
  tx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** Passages per turn: about two seconds of one core with the bundled encoder. */
const perTurn = 32

/** What stored states depend on beside the model: the encoder's projection and their layout. */
export function statesVersionOf({ tokens }: Embedder): string | undefined {
  return tokens && `${tokens.version}/${statesLayout}`
}

/**
 * What is stored of a passage's content, to be joined laterally. Joined as a table, each passage is
 * compared with each vector while their table has no statistics, which takes seconds.
 */
export function storedOfPassage(db: TransactionHandle, model: string, ...conditions: readonly SQL[]) {
  const ofContent = eq(embeddings.contentHash, passages.contentHash)
  return db
    .select({ contentHash: embeddings.contentHash, vector: embeddings.vector })
    .from(embeddings)
    .where(own(embeddings, passages, eq(embeddings.model, model), ofContent, ...conditions))
    .limit(1)
    .as('stored')
}

/** The next passages that lack a vector or states, if they are the last, and where they are. */
export function loadMissing({ organizationId, ports, tx }: Scope, versionId: string, after: number) {
  const ofVersion = own(passages, { organizationId }, eq(passages.versionId, versionId))
  const version = statesVersionOf(ports.embedder)
  const { ordinal, contentHash, text } = passages
  return tx(async (db) => {
    const ofEncoder = version ? [eq(embeddings.statesVersion, version)] : []
    const stored = storedOfPassage(db, ports.embedder.model, ...ofEncoder)
    const batch = await db
      .select({ ordinal, contentHash, text })
      .from(passages)
      .leftJoinLateral(stored, sql`true`)
      .where(and(ofVersion, gt(ordinal, after), isNull(stored.contentHash)))
      .orderBy(asc(ordinal))
      .limit(perTurn)
    const [last] = await db
      .select({ ordinal })
      .from(passages)
      .where(ofVersion)
      .orderBy(desc(ordinal))
      .limit(1)
    const end = (last?.ordinal ?? 0) + 1
    return { batch, isLast: batch.length < perTurn, share: (batch[0]?.ordinal ?? end) / end }
  })
}
