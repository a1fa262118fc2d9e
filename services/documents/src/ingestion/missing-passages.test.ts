import { documentsApi } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { passages } from '../schema.ts'
import { service as documents } from '../service.ts'
import { loadMissing } from './missing-passages.ts'

const turns = 3
const patience = { timeout: 60_000, interval: 20 }

/** Answers for so many turns, then never again; a turn is a call. */
function encoderOf(engine: Embedder): Embedder {
  let calls = 0
  return Object.assign(Object.create(engine), {
    embed: async (texts: readonly string[], _: unknown, { signal }: { readonly signal: AbortSignal }) => {
      calls += 1
      if (calls > turns) await new Promise((_, reject) => signal.addEventListener('abort', reject))
      return texts.map(() => new Float32Array(engine.dimensions).fill(1))
    },
    tokens: undefined,
  })
}

/** Each clause is a passage of its own. */
const text = Array.from(
  { length: 120 },
  (_, at) => `${at + 1}. Clause ${at + 1}\n\n${`Rule ${at + 1} binds everybody here. `.repeat(40)}\n`,
).join('\n')

/** By this connection, since it last reported. */
async function vectorsRead(db: TransactionHandle): Promise<number> {
  const [row] = await db.execute<{ vectors: number }>(
    sql`select (idx_tup_fetch + seq_tup_read)::int as vectors
      from pg_stat_xact_user_tables where relname = 'embeddings'`,
  )
  return row?.vectors ?? 0
}

it('a turn in the middle of a long text reads nothing of what is stored, and a last look each vector once', async () => {
  const engines = await openDocumentEngines()
  onTestFinished(() => engines.close())
  const embedder = encoderOf(engines.ports.embedder)
  const under = await startUnderTest(documents, { ports: { ...engines.ports, embedder } })
  onTestFinished(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  onTestFinished(() => database.close())
  const client = under.as({ personId: 'admin', organizationId: 1, role: 'admin' })
  await client.call(documentsApi.uploadDocument, {
    ...{ form: { title: 'Long' }, file: new Blob([text]), fileName: 'policy.txt' },
  })

  const look = (after: number) =>
    database.tenantTx(1, async (db) => {
      const [{ versionId } = { versionId: '' }] = await db.select().from(passages).limit(1)
      const scope = {
        organizationId: 1,
        ports: { embedder },
        tx: <T>(work: (handle: typeof db) => Promise<T>) => work(db),
      }
      const before = await vectorsRead(db)
      const { batch } = await loadMissing(scope, versionId, after)
      return { first: batch[0]?.ordinal, vectors: (await vectorsRead(db)) - before }
    })
  await vi.waitFor(async () => expect(await look(-1)).toEqual({ first: 96, vectors: 96 }), patience)
  expect(await look(95)).toEqual({ first: 96, vectors: 0 })
}, 180_000)
