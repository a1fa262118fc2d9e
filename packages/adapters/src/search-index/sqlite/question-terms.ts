import { ruleNumbers, termPairs, textTerms } from '../analysis/text-terms.ts'
import { inverseFrequency, type LexicalField, lexicalRecipe } from '../lexical-recipe.ts'
import type { OrganizationFile } from './organization-file.ts'

/** Only so much of a question is read; and of its terms only the rarest are looked up. */
const charactersMax = 8000
const termsMax = 96
const longestExpansion = 8

/** A term looked for: `weight` includes rarity and repetition, `frequency` counts the passages that have it in this field. */
interface WeightedTerm {
  readonly weight: number
  readonly frequency: number
}

/** What a question looks for in one field. */
export type TermWeights = ReadonlyMap<string, WeightedTerm>

/** The terms of a question that the organization's passages contain, weighted by the recipe. */
export function questionTerms(
  file: OrganizationFile,
  question: string,
  passages: number,
): Record<LexicalField, TermWeights> {
  const text = question.slice(0, charactersMax).toWellFormed()
  const terms = textTerms(text)
  const counts = countTerms(terms, 1)
  for (const term of expansions(file, terms))
    counts.set(term, (counts.get(term) ?? 0) + lexicalRecipe.abbreviations)
  const pairs = countTerms([...termPairs(terms), ...ruleNumbers(text)], 1)
  return {
    body: weigh(file, { field: 'body', counts, passages }),
    pairs: weigh(file, { field: 'pairs', counts: pairs, passages }),
    heading: weigh(file, { field: 'heading', counts: countTerms(terms, 1), passages }),
  }
}

function countTerms(terms: readonly string[], weight: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight)
  return counts
}

interface Asked {
  readonly field: LexicalField
  readonly counts: ReadonlyMap<string, number>
  readonly passages: number
}

function weigh(file: OrganizationFile, { field, counts, passages }: Asked): TermWeights {
  const find = file.statement('SELECT doc FROM vocabulary WHERE term = ? AND col = ?')
  const known: { term: string; frequency: number; count: number }[] = []
  for (const [term, count] of counts) {
    const frequency = Number(find.get(term, field)?.doc ?? 0)
    if (frequency > 0) known.push({ term, frequency, count })
  }
  known.sort((a, b) => a.frequency - b.frequency)
  const fieldWeight = lexicalRecipe.fields[field]
  return new Map(
    known.slice(0, termsMax).map(({ term, frequency, count }) => {
      const weight = fieldWeight * count * inverseFrequency(frequency, passages)
      return [term, { weight, frequency }]
    }),
  )
}

/** The other forms of abbreviations that the question names, long or short, as terms. */
function expansions(file: OrganizationFile, terms: readonly string[]): string[] {
  const runs: string[] = []
  for (let length = 2; length <= longestExpansion; length++) {
    for (let start = 0; start + length <= terms.length; start++)
      runs.push(terms.slice(start, start + length).join(' '))
  }
  const rows = file
    .statement(
      `SELECT long AS added FROM abbreviations WHERE short IN (SELECT value FROM json_each(:terms))
       UNION SELECT short FROM abbreviations WHERE long IN (SELECT value FROM json_each(:runs)) LIMIT 32`,
    )
    .all({ terms: JSON.stringify(terms), runs: JSON.stringify(runs) })
  const present = new Set(terms)
  const added = rows.flatMap((row) => String(row.added).split(' '))
  return [...new Set(added)].filter((term) => !present.has(term))
}
