import type { IndexedPassage } from '@portal/service-kit/ports/search-index'
import { minedAbbreviations } from './abbreviations.ts'
import { ruleNumbers, termPairs, textTerms } from './text-terms.ts'

/**
 * The terms of a passage of a document with this title, per field of the recipe. `marks` are rule
 * numbers of text and headings; `pairs` are adjacent terms of the body, then `marks`.
 */
export function passageTerms(passage: Pick<IndexedPassage, 'text' | 'headingPath'>, title: string) {
  const headings = [title, ...passage.headingPath].join('\n')
  const body = textTerms(passage.text)
  const marks = ruleNumbers(`${headings}\n${passage.text}`)
  return {
    body,
    marks,
    pairs: [...termPairs(body), ...marks],
    heading: textTerms(headings),
    abbreviations: minedAbbreviations(passage.text),
  }
}
