import { type AskedTerms, askedTerms, countTerms } from '@portal/ranking/analysis/asked-terms'
import { editsOf, repairedTerm } from '@portal/ranking/analysis/spelling'
import { inverseFrequency, type LexicalField, lexicalRecipe, perField } from '@portal/ranking/lexical-recipe'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import { supposedFrequency } from '../supposed-document.ts'
import type { OrganizationFile } from './organization-file.ts'

/** Only the rarest terms of a question are looked up. */
const termsMax = 96
/** Unknown terms of a question that are repaired: each reads a part of the vocabulary. */
const repairsMax = 4

/** A question's terms in one field; `frequency` counts passages with the term in this field. */
export type TermWeights = ReadonlyMap<string, { readonly weight: number; readonly frequency: number }>

/** The question's terms that occur in the organization's passages, weighted by the recipe. */
export function questionTerms(
  file: OrganizationFile,
  { text: question, related, supposed }: Pick<SearchQuery, 'text' | 'related' | 'supposed'>,
  passages: number,
): Record<LexicalField, TermWeights> {
  const asked = askedTerms(question, related)
  const heading = countTerms(asked.terms)
  for (const term of asked.others) heading.set(term, lexicalRecipe.otherWords)
  for (const term of repairs(file, asked)) heading.set(term, lexicalRecipe.repaired)
  const body = new Map(heading)
  for (const term of expansions(file, asked)) body.set(term, lexicalRecipe.abbreviations)
  const counts = { body, pairs: countTerms(asked.pairs), heading }
  const supposedOf = supposedFrequency(supposed)
  const find = file.statement('SELECT doc FROM vocabulary WHERE term = ? AND col = ?')
  return perField((field) => {
    const known = [...counts[field]]
      .map(([term, count]) => {
        const indexed = Number(find.get(term, field)?.doc ?? 0)
        return { term, count, frequency: indexed || supposedOf(field, term) }
      })
      .filter(({ frequency }) => frequency > 0)
      .sort((a, b) => a.frequency - b.frequency)
    return new Map(
      known.slice(0, termsMax).map(({ term, count, frequency }) => {
        const weight = lexicalRecipe.fields[field] * count * inverseFrequency(frequency, passages)
        return [term, { weight, frequency }]
      }),
    )
  })
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

/** What the question's unknown terms were most likely meant to be. */
function repairs(file: OrganizationFile, { terms }: AskedTerms): string[] {
  const find = file.statement('SELECT 1 FROM vocabulary WHERE term = ? LIMIT 1')
  const unknown = [...new Set(terms)].filter((term) => editsOf(term) > 0 && !find.get(term))
  return unknown.slice(0, repairsMax).flatMap((term) => repairedTerm(term, similarTerms(file, term)) ?? [])
}

/** Terms of passages that begin as this one. */
function* similarTerms(file: OrganizationFile, term: string) {
  const rows = file
    .statement(
      `SELECT term, doc FROM vocabulary WHERE term >= :from AND term < :from || char(1114111)
         AND col = 'body' AND length(term) BETWEEN :least AND :most`,
    )
    .all({ from: term.charAt(0), least: term.length - editsOf(term), most: term.length + editsOf(term) })
  for (const row of rows) yield { term: String(row.term), frequency: Number(row.doc) }
}
