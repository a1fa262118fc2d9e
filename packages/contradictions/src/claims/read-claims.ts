import type { Bound } from './quantities.ts'
import { quantitiesIn } from './quantities.ts'
import { type ClauseParts, quantityMark, splitClause } from './split-clause.ts'
import { termsOf } from './terms.ts'

/** What a duty says: must, need not, may, must not. */
export type Duty = 'required' | 'optional' | 'allowed' | 'forbidden'

/** What a claim is about. Claims can contradict each other only about the same matter. */
export interface Matter {
  /** Who or what, and what happens to it. */
  readonly main: ReadonlySet<string>
  /** The terms before the verb; empty where the clause has no auxiliary verb. */
  readonly subject: ReadonlySet<string>
  readonly condition: ReadonlySet<string>
  readonly event: ReadonlySet<string>
}

/** One thing that a statement lays down. */
export type Claim = Matter &
  (
    | { readonly kind: 'value'; readonly dimension: string; readonly value: number; readonly bound: Bound }
    | { readonly kind: 'duty'; readonly duty: Duty }
    | { readonly kind: 'order'; readonly order: 'before' | 'after' }
  )

const auxiliary =
  /\b(?:is|are|was|were|be|must|shall|should|may|can|cannot|will|has|have|need|needs|do|does|never|always)\b/iu
const negation = /\b(?:not|no|never|neither|nor|cannot|nobody|none|without)\b|n['’]t\b/iu
/** Rules with exceptions or in the alternative are true together with their opposite. */
const hedged =
  /\b(?:unless|except|only|other than|apart from|normally|generally|usually|as a rule|where possible|if possible|either)\b/iu

const duties: readonly { readonly duty: Duty; readonly pattern: RegExp }[] = [
  {
    duty: 'forbidden',
    pattern:
      /^\s*(?:no|nobody|no one)\b.*\b(?:may|must|shall|can)\b|\b(?:must|may|shall|can|should) (?:not|never)\b|\bcannot\b|\b(?:is|are) (?:not |never )(?:allowed|permitted|accepted|acceptable|tolerated)\b|\b(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned)\b|\bmustn['’]t\b/iu,
  },
  {
    duty: 'optional',
    pattern: /\b(?:need not|(?:do|does|is|are) not (?:need to|have to|required)|no need to)\b/iu,
  },
  {
    duty: 'required',
    pattern: /\b(?:must|shall|(?:has|have) to|(?:is|are) (?:required|obliged|mandatory))\b/iu,
  },
  {
    duty: 'allowed',
    pattern: /\b(?:may|(?:is|are) (?:allowed|permitted|acceptable|free to))\b/iu,
  },
]
const dutyWords =
  /^\s*(?:no one|nobody|no)\b|\b(?:must|may|shall|can|cannot|should|allowed|permitted|accepted|acceptable|tolerated|forbidden|prohibited|banned|strictly|required|obliged|mandatory|need|have to|has to|free to)(?: not| never)?\b|\b(?:is|are|do|does) not\b|\bmustn['’]t\b/giu

/** What a clause lays down; nothing where it cannot be read with certainty. */
export function claimsIn(clause: string): Claim[] {
  return [...valuesIn(clause), ...dutiesIn(clause), ...orderIn(clause)]
}

/** A clause with two values of a dimension leaves open which is whose, so neither is read. */
function valuesIn(clause: string): Claim[] {
  const quantities = quantitiesIn(clause)
  return quantities.flatMap((quantity): Claim[] => {
    const { dimension, value, bound, start, end } = quantity
    if (quantities.some((other) => other !== quantity && kindOf(other.dimension) === kindOf(dimension)))
      return []
    const marked = `${clause.slice(0, start)} ${quantityMark} ${clause.slice(end)}`
    // What is counted says what it is about; a period could be about anything.
    const matter = matterOf(marked, { termsMin: kindOf(dimension) === 'count' || bound !== 'exact' ? 1 : 2 })
    if (!matter || negation.test(splitClause(marked).main)) return []
    return [{ kind: 'value', dimension, value, bound, ...matter }]
  })
}

function kindOf(dimension: string): string {
  return /^(?:time|working)/.test(dimension) ? 'time' : (dimension.split(' ')[0] ?? '')
}

function dutiesIn(clause: string): Claim[] {
  if (hedged.test(clause) || /[;:]/.test(clause)) return []
  const duty = duties.find(({ pattern }) => pattern.test(clause))?.duty
  const matter = duty && matterOf(clause, { strip: (main) => main.replace(dutyWords, ' ') })
  // A negation elsewhere turns the duty round, or something in it.
  if (!matter || negation.test(splitClause(clause).main.replace(dutyWords, ' '))) return []
  return [{ kind: 'duty', duty, ...matter }]
}

const ordering = /\b(?:after|following|upon|once|before|prior|ahead)\b/iu

function orderIn(clause: string): Claim[] {
  if (!ordering.test(clause) || hedged.test(clause) || negation.test(clause)) return []
  const parts = splitClause(clause)
  const { order } = parts
  const matter = order && quantitiesIn(clause).length === 0 && matterOf(clause)
  return order && matter && matter.event.size > 0 ? [{ kind: 'order', order, ...matter }] : []
}

interface Reading {
  readonly strip?: (main: string) => string
  readonly termsMin?: number
}

/** What it is about; null for too few terms, or one that is not its subject. */
function matterOf(clause: string, { strip = (main) => main, termsMin = 2 }: Reading = {}): Matter | null {
  const parts: ClauseParts = splitClause(clause)
  const main = termsOf(strip(parts.main))
  // A limit such as "may not exceed" has the verb in it.
  const verb = parts.main.search(auxiliary)
  const at = verb < 0 ? parts.main.indexOf(quantityMark) : verb
  const subject = at > 0 ? termsOf(parts.main.slice(0, at)) : new Set<string>()
  if (main.size < termsMin || (main.size < 2 && subject.size === 0)) return null
  return { main, subject, condition: termsOf(parts.condition), event: termsOf(parts.event) }
}
