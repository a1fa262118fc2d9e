import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ruleNumbers, termPairs, textTerms } from '@portal/ranking/analysis/text-terms'
import { type LexicalField, lexicalRecipe } from '@portal/ranking/lexical-recipe'
import { axis, documentOf, queryFor } from '@portal/testkit/conformance/search-index/index-under-test'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { lexicalHits } from './lexical-leg.ts'
import { OrganizationFile } from './organization-file.ts'
import { writeDocument } from './write-document.ts'

const root = mkdtempSync(join(tmpdir(), 'lexical-leg-'))
afterAll(() => rmSync(root, { recursive: true }))

const word = fc.constantFrom(
  'approve',
  'approval',
  'risk',
  'assess',
  'staff',
  'board',
  'report',
  'rule 4.2',
  'the',
  'incident',
)
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const documents = fc.array(fc.record({ title: text, texts: fc.array(text, { maxLength: 5 }) }), {
  minLength: 1,
  maxLength: 6,
})

describe('scores of the lexical leg', () => {
  it('equal BM25 of the recipe computed from all passages, after replacements and removals too', () => {
    let run = 0
    fc.assert(
      fc.property(documents, documents, text, (before, after, question) => {
        const file = new OrganizationFile(join(root, `${++run}.sqlite`), 'write')
        for (const [revision, state] of [before, after].entries()) {
          for (const [at, { title, texts }] of state.entries()) {
            writeDocument(file, documentOf(`d${at}`, texts, { title, revision }), 'suite')
          }
        }
        const present = after.concat(before.slice(after.length))
        const expected = present.flatMap(({ title, texts }) => texts.map((passage) => ({ title, passage })))
        const hits = lexicalHits(file, queryFor(question, { vector: axis(0), limit: 200 }))
        const reference = referenceScores(expected, question)
        expect(hits.map((hit) => hit.score)).toEqual(reference.map((score) => expect.closeTo(score, 6)))
        file.close()
      }),
      { numRuns: 25 },
    )
  })
})

/** The recipe implemented naively: positive scores of all passages, best first. */
function referenceScores(
  passages: readonly { title: string; passage: string }[],
  question: string,
): number[] {
  const fields: Record<LexicalField, string[][]> = {
    body: passages.map(({ passage }) => textTerms(passage)),
    pairs: passages.map(({ title, passage }) => [
      ...termPairs(textTerms(passage)),
      ...ruleNumbers(`${title}\n${passage}`),
    ]),
    heading: passages.map(({ title }) => textTerms(title)),
  }
  const terms = textTerms(question)
  const asked = { body: terms, pairs: [...termPairs(terms), ...ruleNumbers(question)], heading: terms }
  const scores = passages.map(() => 0)
  for (const field of ['body', 'pairs', 'heading'] as const) {
    const average = Math.max(1, fields[field].flat().length) / passages.length
    for (const term of asked[field]) {
      const frequency = fields[field].filter((own) => own.includes(term)).length
      const rarity = Math.log(1 + (passages.length - frequency + 0.5) / (frequency + 0.5))
      for (const [at, own] of fields[field].entries()) {
        const count = own.filter((other) => other === term).length
        const { k1, b } = lexicalRecipe
        const saturated = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * own.length) / average))
        scores[at] = (scores[at] ?? 0) + lexicalRecipe.fields[field] * rarity * saturated
      }
    }
  }
  return scores.filter((score) => score > 0).toSorted((a, b) => b - a)
}
