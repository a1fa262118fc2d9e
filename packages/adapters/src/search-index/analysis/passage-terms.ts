import type { IndexedPassage } from '@portal/service-kit/ports/search-index'
import { type Abbreviation, minedAbbreviations } from './abbreviations.ts'
import { ruleNumbers, termPairs, textTerms } from './text-terms.ts'

/**
 * Terms of a passage per field of the recipe. `pairs` are adjacent terms of the body, then `marks`.
 */
export interface PassageTerms {
  readonly body: readonly string[]
  /** Rule numbers of text and headings. */
  readonly marks: readonly string[]
  readonly pairs: readonly string[]
  readonly heading: readonly string[]
  /** Short forms that the text introduces. */
  readonly abbreviations: readonly Abbreviation[]
}

/** The terms of a passage of a document with this title. */
export function passageTerms(
  passage: Pick<IndexedPassage, 'text' | 'headingPath'>,
  title: string,
): PassageTerms {
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
