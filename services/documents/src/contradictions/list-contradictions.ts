import { setImmediate } from 'node:timers/promises'
import type { Contradiction } from '@portal/contracts/contradictions'
import { contradictionsMax } from '@portal/contracts/contradictions'
import type { documentsApi } from '@portal/contracts/documents'
import { contradictionSteps, isRule } from '@portal/contradictions/find-contradictions'
import { type LocatedStatement, statementsIn } from '@portal/contradictions/statements-in'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import { inTurns } from '@portal/service-kit/threads/in-turns'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { and, desc, lt } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { citable } from '../retrieval/citable.ts'
import { documents, passages, versions } from '../schema.ts'

/** What is compared at most; reading a passage takes 2 ms, the first time. */
const passagesMax = 5000
/** A text of nothing but short rules has a hundred in a passage, of a kilobyte each in memory. */
const rulesMax = 20_000
const batchSize = 250

type Row = Awaited<ReturnType<typeof nextPassages>>[number]

/** Rules by passage, which never changes; only those that could be contradicted are kept. */
const rulesOf = new LRUCache<string, readonly LocatedStatement[]>({
  maxSize: 2 * rulesMax,
  sizeCalculation: (rules) => 1 + rules.length,
})

/** It takes seconds of the thread that answers everybody: one organization at a time. */
const turns = new WorkQueue(1)

/** What contradicts what, among the clauses that the assistant could quote to this steward. */
export const listContradictions: Verb<typeof documentsApi.listContradictions> = (ctx) =>
  oneAtATime(`contradictions ${ctx.organizationId}`, ctx.signal, () =>
    turns.run(() => compareAll(ctx), ctx.signal),
  )

async function compareAll(ctx: Context) {
  const rows: Row[] = []
  const rules: { readonly row: Row; readonly statement: LocatedStatement }[] = []
  for (let last: string | undefined; rows.length < passagesMax; ) {
    ctx.signal.throwIfAborted()
    const batch = await nextPassages(ctx, last)
    for (const row of batch) {
      for (const statement of await readRules(row)) rules.push({ row, statement })
      if (rules.length >= rulesMax)
        return { contradictions: await contradictionsAmong(ctx, rules), isWhole: false }
    }
    rows.push(...batch)
    last = batch.at(-1)?.passage.id
    if (batch.length < batchSize)
      return { contradictions: await contradictionsAmong(ctx, rules), isWhole: true }
  }
  return { contradictions: await contradictionsAmong(ctx, rules), isWhole: false }
}

/** Ids grow with time, so the newest texts come first. */
function nextPassages(ctx: Context, last: string | undefined) {
  const older = last === undefined ? undefined : lt(passages.id, last)
  return ctx.tx((db) =>
    db
      .select({ passage: passages, version: versions, document: documents })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx), older))
      .orderBy(desc(passages.id))
      .limit(batchSize),
  )
}

/** Reads a passage at most once; other requests get their turn in between. */
async function readRules({ passage, document }: Row): Promise<readonly LocatedStatement[]> {
  const known = rulesOf.get(passage.id)
  if (known) return known
  await setImmediate()
  const rules = statementsIn({ documentId: document.id, text: passage.text }).filter(isRule)
  rulesOf.set(passage.id, rules)
  return rules
}

async function contradictionsAmong(
  ctx: Context,
  rules: readonly { readonly row: Row; readonly statement: LocatedStatement }[],
): Promise<Contradiction[]> {
  const clauseAt = (at: number) => {
    const rule = rules[at]
    if (!rule) throw new Error('A contradiction is between two of the statements.')
    const { row, statement } = rule
    const { passage, version, document } = row
    return {
      ...{ documentId: document.id, versionId: version.id, version: version.number },
      ...{ title: document.title, customId: document.customId },
      ...{ headingPath: passage.headingPath, page: passage.page },
      start: passage.start + statement.start,
      end: passage.start + statement.end,
      quote: statement.text,
    }
  }
  const steps = contradictionSteps(rules.map(({ statement }) => statement))
  const found = await inTurns(steps, ctx.signal)
  return found.slice(0, contradictionsMax).map(({ kind, first, second }) => {
    return { kind, clauses: [clauseAt(first), clauseAt(second)] }
  })
}
