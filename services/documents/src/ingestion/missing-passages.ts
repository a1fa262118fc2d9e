import { statesLayout } from '@portal/ranking/passage-states'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { versionOf } from '../joins.ts'
import type { DocumentsPorts } from '../ports.ts'
import { passages, versions } from '../schema.ts'
import { embeddings } from './embeddings-schema.ts'

interface Scope {
  readonly organizationId: number
  readonly ports: Pick<DocumentsPorts, 'embedder'>
  tx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** Passages per turn: about two seconds of one core with the bundled encoder. */
const perTurn = 32

/** What is stored depends on it beside the model: what is encoded, and the encoder's projection. */
export function statesVersionOf({ tokens }: Embedder): string {
  return tokens ? `${tokens.version}/${statesLayout}` : statesLayout
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

/** The same as it is made today; a passage without it lacks a vector or states. */
function presentOfPassage(db: TransactionHandle, { ports: { embedder } }: Pick<Scope, 'ports'>) {
  return storedOfPassage(db, embedder.model, eq(embeddings.statesVersion, statesVersionOf(embedder)))
}

/** A version of a document of which passages lack a vector or states, if there is one. */
export function findIncomplete(scope: Scope, documentId: string): Promise<string | undefined> {
  const ofDocument = own(versions, scope, eq(versions.documentId, documentId))
  return scope.tx(async (db) => {
    const stored = presentOfPassage(db, scope)
    const [row] = await db
      .select({ versionId: passages.versionId })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .leftJoinLateral(stored, sql`true`)
      .where(and(ofDocument, isNull(stored.contentHash)))
      .limit(1)
    return row?.versionId
  })
}

/** The next passages that lack a vector or states, if they are the last, and where they are. */
export function loadMissing(scope: Scope, versionId: string, after: number) {
  const ofVersion = own(passages, scope, eq(passages.versionId, versionId))
  const { ordinal, contentHash, text, headingPath } = passages
  return scope.tx(async (db) => {
    const stored = presentOfPassage(db, scope)
    const batch = await db
      .select({ ordinal, contentHash, text, headingPath })
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
