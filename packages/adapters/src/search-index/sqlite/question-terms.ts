import { type AskedTerms, askedTerms, countTerms } from '../analysis/asked-terms.ts'
import { inverseFrequency, type LexicalField, lexicalRecipe } from '../lexical-recipe.ts'
import type { OrganizationFile } from './organization-file.ts'

/** Only the rarest terms of a question are looked up. */
const termsMax = 96

/** A query term; `frequency` counts passages with it in this field. */
interface WeightedTerm {
  readonly weight: number
  readonly frequency: number
}

/** A question's terms in one field. */
export type TermWeights = ReadonlyMap<string, WeightedTerm>

/** The question's terms that occur in the organization's passages, weighted by the recipe. */
export function questionTerms(
  file: OrganizationFile,
  question: string,
  passages: number,
): Record<LexicalField, TermWeights> {
  const asked = askedTerms(question)
  const counts = countTerms(asked.terms)
  for (const term of expansions(file, asked)) counts.set(term, lexicalRecipe.abbreviations)
  return {
    body: weigh(file, { field: 'body', counts, passages }),
    pairs: weigh(file, { field: 'pairs', counts: countTerms(asked.pairs), passages }),
    heading: weigh(file, { field: 'heading', counts: countTerms(asked.terms), passages }),
  }
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

/** Other forms, long or short, of the question's abbreviations. */
function expansions(file: OrganizationFile, { terms, runs }: AskedTerms): string[] {
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
