import type { Quality } from './measures.ts'
import type { Ranked } from './rank-all.ts'

interface Measurement extends Pick<Ranked, 'times'> {
  readonly half: 'first' | 'second'
  readonly questions: number
  readonly passages: number
}

/** Allowed difference of the adapters in points of Recall@10: their term statistics differ. */
const pointsMax = 1.5

/** The contenders with their ratios to the first, P7 and P8 per adapter against the targets. */
export function resultTable(
  results: readonly (Quality & { readonly name: string })[],
  { half, questions, passages, times }: Measurement,
): string {
  const [textbook = { name: '', recall: 1, map: 1 }] = results
  const named = (name: string) => results.find((other) => other.name === name)
  const ratio = (value: number, base: number) => (value / base).toFixed(3)
  const rows = results.map(
    ({ name, recall, map }) =>
      `| ${name} | ${recall.toFixed(4)} | ${map.toFixed(4)} | ${ratio(recall, textbook.recall)} | ${ratio(map, textbook.map)} |`,
  )
  // Of the embedded engine alone there is no other to compare with.
  const against = (id: string, name: string, target: string) => {
    const found = named(name)
    if (!found) return []
    const ratios = `${ratio(found.recall, textbook.recall)}, ${ratio(found.map, textbook.map)}`
    return [`| ${id} | ${name} | ${ratios} | ${target} |`]
  }
  const apart = (leg: string) => {
    const [one, other] = [named(`Elasticsearch: ${leg}`), named(`SQLite: ${leg}`)]
    const points = one && other ? 100 * (one.recall - other.recall) : Number.NaN
    const verdict = Math.abs(points) <= pointsMax ? 'within' : 'beyond'
    return `| ${leg} | ${points.toFixed(2)} | ${verdict} ${pointsMax} |`
  }
  const p7 = '≥ 1.02, ≥ 1.05 | ≥ 1.03, ≥ 1.06'
  const p8 = '≥ 1.04, ≥ 1.08 | ≥ 1.08, ≥ 1.13'
  return [
    `Retrieval on ObliQA: ${questions} questions, the ${half} half of dev, over ${passages} passages, through ${times.map(({ engine }) => engine).join(' and ')}`,
    'in one run. Everything was tuned on the first half.',
    '',
    '| contender | Recall@10 | MAP@10 | recall ratio | MAP ratio |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '| target | contender | Recall@10, MAP@10 ratio | reach | aim |',
    '|---|---|---|---|---|',
    ...against('P7', 'SQLite: lexical leg', p7),
    ...against('P7', 'Elasticsearch: lexical leg', p7),
    ...against('P8', 'SQLite: ranking', p8),
    ...against('P8', 'Elasticsearch: ranking', p8),
    '',
    ...(times.length === 1
      ? []
      : [
          '| Elasticsearch against SQLite | points of Recall@10 | |',
          '|---|---|---|',
          ...['lexical leg', 'vector leg', 'fusion', 'ranking'].map(apart),
          '',
        ]),
    '| encoding, search and order of a question, median | fusion alone | ranking | ratio |',
    '|---|---|---|---|',
    ...times.map(
      ({ engine, fusedMs, rankedMs }) =>
        `| ${engine} | ${fusedMs.toFixed(1)} ms | ${rankedMs.toFixed(1)} ms | ${ratio(rankedMs, fusedMs)} |`,
    ),
    '',
  ].join('\n')
}
