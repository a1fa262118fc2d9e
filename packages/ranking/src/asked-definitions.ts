import { cutClauses } from '@portal/clauses/cut-clauses'
import { definitionsIn } from '@portal/clauses/definitions'
import type { PassageText } from './analysis/passage-terms.ts'
import { textTerms } from './analysis/text-terms.ts'

/** A clause that says what a term means; offsets into the passage's text. */
interface AskedDefinition {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** Most passages define nothing, and cutting one takes longer than seeing that. */
const mayDefine =
  /\bmeans?\b|\brefers? to\b|\bdefin|\bdenotes?\b|\bunderstood\b|\bglossary\b|\bterminology\b|\babbreviations\b|["”'’] (?:includes?|is|are)\b/i

/** Where a passage defines terms that a question uses, in whatever form. */
export function askedDefinitions(question: string, passage: PassageText): AskedDefinition[] {
  const { text, headingPath } = passage
  if (!mayDefine.test(text) && !mayDefine.test(headingPath.at(-1) ?? '')) return []
  const asked = ` ${textTerms(question).join(' ')} `
  const clauses = cutClauses(text)
  return definitionsIn(passage, clauses).flatMap(({ term, clause }): AskedDefinition[] => {
    const terms = textTerms(term)
    const span = clauses[clause]
    if (!span || terms.length === 0 || !asked.includes(` ${terms.join(' ')} `)) return []
    return [{ term, start: span.start, end: span.end }]
  })
}
