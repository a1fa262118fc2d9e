import { aboveRow } from '@portal/clauses/below-header'
import type { Clause } from '@portal/clauses/clause'
import type { RetrievedWindow } from '@portal/contracts/retrieved-window'
import { type PassageFields, textFields, withHeadings } from '@portal/ranking/analysis/passage-terms'
import type { AskedQuestion } from '@portal/ranking/asked-question'
import { windowCosines, windowMatch } from '@portal/ranking/late-interaction'
import { clausesOf, type PassageStates, readStates, type Window } from '@portal/ranking/passage-states'
import type { QuestionToRank } from '@portal/ranking/ranker'
import { own } from '@portal/service-kit/database/own'
import { inTurns } from '@portal/service-kit/threads/in-turns'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { embeddings } from '../ingestion/embeddings-schema.ts'
import { statesVersionOf } from '../ingestion/missing-passages.ts'
import type { Context } from '../ports.ts'
import type { passages } from '../schema.ts'

/** Of texts that were candidates lately: about 15 kB each. */
const bytesMax = 96 * 1024 * 1024

interface KnownText {
  readonly fields: ReturnType<typeof textFields>
  readonly states: PassageStates | undefined
}

/** By organization, encoder and content, so that no text of one is read for another. */
const known = new LRUCache<string, KnownText>({ maxSize: bytesMax, sizeCalculation: sizeOf })

interface Row {
  readonly passage: Pick<typeof passages.$inferSelect, 'id' | 'contentHash' | 'text' | 'headingPath'>
  readonly document: { readonly title: string }
}

/** A passage with what its place in the order rests on. */
export interface RankedPassage<R extends Row> {
  readonly row: R
  readonly similarity: number
  readonly score: number
  readonly states: PassageStates | undefined
}

/** Orders passages that both legs found by words, windows and tokens, best first. */
export async function rankPassages<R extends Row>(
  ctx: Context,
  question: QuestionToRank,
  found: readonly { readonly row: R; readonly similarity: number }[],
): Promise<RankedPassage<R>[]> {
  const texts = await loadTexts(
    ctx,
    found.map(({ row }) => row.passage),
  )
  const candidates = found.map(({ row, similarity }) => {
    const { fields, states } = texts.get(row.passage.contentHash) ?? unknownText(row.passage.text)
    const headings = [row.document.title, ...row.passage.headingPath].join('\n')
    const terms: PassageFields = withHeadings(fields, headings)
    return { row, similarity, states, terms, cosine: similarity, text: row.passage.text }
  })
  const scores = await ctx.ports.ranker.rank(question, candidates, ctx.signal)
  return candidates
    .map(({ row, similarity, states }, at) => ({ row, similarity, states, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
}

/**
 * The windows of a ranked passage, rows of tables matched with what they are below; undefined if
 * nothing is known of its tokens.
 */
export function windowsOf(
  asked: AskedQuestion,
  { row, states, score }: Pick<RankedPassage<Row>, 'row' | 'states' | 'score'>,
): RetrievedWindow[] | undefined {
  if (!states) return undefined
  const cosines = windowCosines(asked.vector, states)
  const above = windowsAboveRows(row.passage.text, states)
  return states.windows.map((window, at) => ({
    start: window.start,
    end: window.end,
    similarity: cosines[at] ?? 0,
    match: windowMatch(asked, states, [window, ...(above.get(window.start) ?? [])]),
    score,
  }))
}

/** The windows of what each row is below, by the row's start. */
function windowsAboveRows(text: string, { windows }: PassageStates): Map<number, Window[]> {
  const clauses = clausesOf(text)
  const oneOf = ({ start, end }: Clause) =>
    windows.filter((window) => window.start === start && window.end === end)
  return new Map(clauses.map((clause) => [clause.start, aboveRow(clauses, clause).flatMap(oneOf)]))
}

async function loadTexts(ctx: Context, wanted: readonly Row['passage'][]): Promise<Map<string, KnownText>> {
  const { organizationId, ports } = ctx
  const { model, dimensions } = ports.embedder
  const statesVersion = statesVersionOf(ports.embedder)
  const keyOf = (contentHash: string) => [organizationId, model, statesVersion, contentHash].join()
  const loaded = new Map<string, KnownText>()
  const missing = new Map<string, string>()
  for (const { contentHash, text } of wanted) {
    const found = known.get(keyOf(contentHash))
    if (found) loaded.set(contentHash, found)
    else missing.set(contentHash, text)
  }
  const stored = missing.size === 0 ? [] : await readStored(ctx, [...missing.keys()], statesVersion)
  await inTurns(analyze(), ctx.signal)
  return loaded

  function* analyze() {
    const rows = new Map(stored.map((row) => [row.contentHash, row]))
    for (const [contentHash, text] of missing) {
      const row = rows.get(contentHash)
      const fresh = { fields: textFields(text), states: row && readStates(row, dimensions) }
      loaded.set(contentHash, fresh)
      // One without states may have them soon.
      if (fresh.states) known.set(keyOf(contentHash), fresh)
      yield
    }
  }
}

function unknownText(text: string): KnownText {
  return { fields: textFields(text), states: undefined }
}

async function readStored(ctx: Context, contentHashes: readonly string[], statesVersion: string) {
  const { tokenStates, clauseStates, contentHash } = embeddings
  const rows = await ctx.tx((db) =>
    db
      .select({ contentHash, tokens: tokenStates, clauses: clauseStates })
      .from(embeddings)
      .where(
        own(
          embeddings,
          ctx,
          eq(embeddings.model, ctx.ports.embedder.model),
          inArray(contentHash, [...contentHashes]),
          and(eq(embeddings.statesVersion, statesVersion), isNotNull(tokenStates), isNotNull(clauseStates)),
        ),
      ),
  )
  return rows.flatMap(({ contentHash: hash, tokens, clauses }) =>
    tokens && clauses ? [{ contentHash: hash, tokens, clauses }] : [],
  )
}

function sizeOf({ fields, states }: KnownText): number {
  const terms = 8 * (fields.body.length + fields.marks.length)
  return (
    1000 + terms + (states ? states.tokens.length + states.means.length + 150 * states.windows.length : 0)
  )
}
