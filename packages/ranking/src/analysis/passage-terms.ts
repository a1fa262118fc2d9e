import type { LexicalField } from '../lexical-recipe.ts'
import { minedAbbreviations } from './abbreviations.ts'
import { ruleNumbers, termPairs, textTerms } from './text-terms.ts'

/** A passage's own words and the headings above it, outermost first. */
export interface PassageText {
  readonly text: string
  readonly headingPath: readonly string[]
}

/** The terms of a passage's own text; `marks` are rule numbers. */
export interface TextFields {
  readonly body: readonly string[]
  readonly marks: readonly string[]
}

/** The terms of a passage, per field of the recipe. */
export type PassageFields = Readonly<Record<LexicalField, readonly string[]>>

/** What a text has by itself. */
export function textFields(text: string): TextFields {
  return { body: textTerms(text), marks: ruleNumbers(text) }
}

/** The fields of a text below headings, the title of its document first, a line each. */
export function withHeadings({ body, marks }: TextFields, headings: string): PassageFields & TextFields {
  const all = [...ruleNumbers(headings), ...marks]
  return { body, marks: all, pairs: [...termPairs(body), ...all], heading: textTerms(headings) }
}

/**
 * The terms of a passage of a document with this title, per field of the recipe. `marks` are rule
 * numbers of text and headings; `pairs` are adjacent terms of the body, then `marks`.
 */
export function passageTerms({ text, headingPath }: PassageText, title: string) {
  const fields = withHeadings(textFields(text), [title, ...headingPath].join('\n'))
  return { ...fields, abbreviations: minedAbbreviations(text) }
}
