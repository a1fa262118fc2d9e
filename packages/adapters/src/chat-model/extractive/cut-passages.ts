import type { Clause } from '@portal/clauses/clause'
import { cutClauses } from '@portal/clauses/cut-clauses'
import type { SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { termsOf } from './asked-question.ts'
import { ofAnyone, whomever } from './has-word.ts'

/** A passage, cut into clauses. */
export interface CutPassage {
  readonly passage: SuppliedPassage
  readonly clauses: readonly Clause[]
  /** Stems of each clause's words of content. */
  readonly terms: readonly ReadonlySet<string>[]
  /** Stems of title and headings. */
  readonly aboveTerms: ReadonlySet<string>
  /** 0 for the passage that was found first. */
  readonly rank: number
}

/** Cuts the passages, in the order of their scores. */
export function cutPassages(passages: readonly SuppliedPassage[]): CutPassage[] {
  return passages
    .toSorted((a, b) => b.score - a.score)
    .map((passage, rank) => {
      const clauses = cutClauses(passage.text)
      return {
        passage,
        clauses,
        terms: clauses.map(({ start, end }) => heldTerms(passage.text.slice(start, end))),
        aboveTerms: new Set(termsOf([passage.documentTitle, ...passage.headingPath].join(' '))),
        rank,
      }
    })
}

function heldTerms(text: string): ReadonlySet<string> {
  return new Set([...termsOf(text), ...(whomever.test(text) ? [ofAnyone] : [])])
}

/** The words of a clause. */
export function clauseText({ passage, clauses }: CutPassage, at: number): string {
  const clause = clauses[at]
  return clause ? passage.text.slice(clause.start, clause.end) : ''
}

/** The clauses that a clause hangs on, nearest first. */
export function clausesAbove({ clauses }: CutPassage, at: number): number[] {
  const above: number[] = []
  for (let on = clauses[at]?.hangsOn ?? null; on !== null; on = clauses[on]?.hangsOn ?? null) above.push(on)
  return above
}
