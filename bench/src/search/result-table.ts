import type { Quality } from './measures.ts'

/** What was measured on what. */
interface Measurement {
  readonly half: 'first' | 'second'
  readonly questions: number
  readonly passages: number
}

/** The contenders with their ratios to the first, and P7 and P8 against their targets (design/performance.md), as Markdown. */
export function resultTable(
  results: readonly (Quality & { readonly name: string })[],
  { half, questions, passages }: Measurement,
): string {
  const [textbook = { name: '', recall: 1, map: 1 }] = results
  const ratio = (value: number, base: number) => (value / base).toFixed(3)
  const rows = results.map(
    ({ name, recall, map }) =>
      `| ${name} | ${recall.toFixed(4)} | ${map.toFixed(4)} | ${ratio(recall, textbook.recall)} | ${ratio(map, textbook.map)} |`,
  )
  const against = ([id, name, reach, aim]: readonly [string, string, string, string]) => {
    const result = results.find((other) => other.name === name) ?? textbook
    return `| ${id} | ${ratio(result.recall, textbook.recall)}, ${ratio(result.map, textbook.map)} | ${reach} | ${aim} |`
  }
  return [
    '# Retrieval on ObliQA',
    '',
    `\`npm run bench -- search\`: ${questions} questions, the ${half} half of dev, over ${passages} passages, through the embedded`,
    'adapters. Everything was tuned on the first half.',
    '',
    '| contender | Recall@10 | MAP@10 | recall ratio | MAP ratio |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '| target | Recall@10, MAP@10 ratio | reach | aim |',
    '|---|---|---|---|',
    against(['P7', 'lexical leg', '≥ 1.02, ≥ 1.05', '≥ 1.03, ≥ 1.06']),
    against(['P8', 'fusion', '≥ 1.04, ≥ 1.08', '≥ 1.08, ≥ 1.13']),
    '',
  ].join('\n')
}
