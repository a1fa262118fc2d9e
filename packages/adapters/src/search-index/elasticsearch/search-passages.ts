import type { SearchHit, SearchHits, SearchQuery } from '@portal/service-kit/ports/search-index'
import { withSupposed } from '../supposed-document.ts'
import type { EngineClient } from './engine-client.ts'
import type { Generation } from './index-templates.ts'
import { askedFields, lexicalQuery } from './lexical-query.ts'
import { type Records, readRecords } from './records.ts'
import { type EditionHit, type EditionHits, type Look, searchLegs } from './search-legs.ts'
import { weightedQuestion } from './term-statistics.ts'

/** Maximum rounds: each further one is caused by a replacement during the previous one. */
const looksMax = 8
const nothing: SearchHits = { lexical: [], vector: [] }

/**
 * Both legs, with hits of complete current editions only. Legs are read at different moments;
 * records read afterwards tell which editions are current. If a round met others, it is repeated
 * without them.
 */
export async function searchPassages(
  engine: EngineClient,
  generation: Generation,
  query: SearchQuery,
): Promise<SearchHits> {
  const [asked, before] = await Promise.all([
    askedFields(engine, query),
    readRecords(engine, query.organizationId, []),
  ])
  const look = { query, generation, lexical: asked && lexicalQuery(asked) }
  if (before.isPurged) return nothing
  const [hits, question] = await Promise.all([
    currentHits(engine, look, before.changes),
    asked && weightedQuestion(engine, asked, look),
  ])
  const found = withSupposed({ ...hits, question }, query)
  // The statistics are the shard's, where others' passages are too.
  return found.lexical.length + found.vector.length === 0 ? nothing : found
}

/** The hits of editions that are current, in as many rounds as replacements cause. */
async function currentHits(
  engine: EngineClient,
  { query, ...look }: Omit<Look, 'excluded'>,
  since: number,
): Promise<SearchHits> {
  const documents = new Map<string, string>()
  let changes = since
  let excluded: string[] = []
  let counted = nothing
  for (let round = 0; round < looksMax; round++) {
    const hits = await searchLegs(engine, { ...look, query, excluded })
    const all = [...hits.lexical, ...hits.vector]
    if (all.length === 0 && excluded.length === 0) return nothing
    for (const hit of all) documents.set(hit.edition, hit.documentId)
    const records = await readRecords(engine, query.organizationId, [...new Set(documents.values())])
    if (records.isPurged) return nothing
    counted = wholeHits(hits, records, changes)
    if (counted.lexical.length + counted.vector.length === all.length) return counted
    excluded = [...documents].flatMap(([edition, document]) =>
      records.documents.get(document)?.edition === edition ? [] : [edition],
    )
    changes = records.changes
  }
  return counted
}

/** Hits of editions that are current now and already were at change number `changes`. */
function wholeHits(hits: EditionHits, { documents }: Records, changes: number): SearchHits {
  const isWhole = ({ documentId, edition }: EditionHit) => {
    const record = documents.get(documentId)
    return record?.edition === edition && record.change <= changes
  }
  const leg = (found: readonly EditionHit[]): SearchHit[] =>
    found.filter(isWhole).map(({ edition: _, ...hit }) => hit)
  return { lexical: leg(hits.lexical), vector: leg(hits.vector) }
}
