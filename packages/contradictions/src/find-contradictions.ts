import { dutiesExclude, valuesExclude } from './claims/exclusion.ts'
import { type Claim, claimsIn, type Matter } from './claims/read-claims.ts'
import { rowClaims } from './claims/row-claims.ts'
import { areEqual, likeness } from './claims/terms.ts'

/** A clause of a document, with what it hangs on. */
export interface Statement {
  /** Statements of one document are not compared: they are each other's context. */
  readonly documentId: string
  /** A sentence, an item of a list, or a row of a table with tabs between its cells. */
  readonly text: string
  /** The lead-in of its list, which an item completes. */
  readonly leadIn?: string
  /** The header of its table, with tabs between the cells. */
  readonly header?: string
}

/** Two statements that cannot both hold: indices into the list, the earlier first. */
export interface Contradiction {
  readonly first: number
  readonly second: number
  /** Different values of one thing, opposite duties, or before against after. */
  readonly kind: Claim['kind']
}

/** Claims compared with one claim under one of its terms, which bounds the work. */
const comparedMax = 500
const keysMax = 3
/** The number or bullet of a clause is no number of anything. */
const marker = /^\s*(?:[-–•*]|\(?(?:\d{1,3}|[a-z]{1,3})[.)]|\d+(?:\.\d+)+\.?)\s+/iu
const likenessMin = 0.8
const eventLikenessMin = 0.5

/**
 * Contradictions between clauses of different documents: different values of one thing in one unit,
 * must against must not, before against after. Precision comes first: what is compared has the same
 * subject, the same condition and no exception, so that many real contradictions stay unnoticed but
 * few reported ones are none. Symmetric, without a model, and linear in the number of statements
 * but for those that share a rare term.
 */
export function findContradictions(statements: readonly Statement[]): Contradiction[] {
  const located = statements.flatMap((statement, at) =>
    claimsOf(statement).map((claim): Located => ({ at, documentId: statement.documentId, claim })),
  )
  const frequencies = frequenciesOf(located)
  const byTerm = new Map<string, Located[]>()
  const found = new Map<string, Contradiction>()
  for (const each of located) {
    for (const term of rarestTerms(each.claim, frequencies)) {
      const others = byTerm.get(term) ?? []
      for (const other of others.slice(-comparedMax)) {
        if (other.documentId === each.documentId || !contradict(other.claim, each.claim)) continue
        found.set(`${other.at} ${each.at}`, between(other, each))
      }
      others.push(each)
      byTerm.set(term, others)
    }
  }
  return [...found.values()].sort((a, b) => a.first - b.first || a.second - b.second)
}

interface Located {
  readonly at: number
  readonly documentId: string
  readonly claim: Claim
}

function claimsOf({ text, leadIn, header }: Statement): Claim[] {
  if (header !== undefined && text.includes('\t')) return rowClaims(text, header)
  const clause = text.replace(marker, '')
  return claimsIn(leadIn === undefined ? clause : `${leadIn.replace(/:\s*$/, '')} ${clause}`)
}

function between(a: Located, b: Located): Contradiction {
  return { first: a.at, second: b.at, kind: a.claim.kind }
}

function frequenciesOf(located: readonly Located[]): Map<string, number> {
  const frequencies = new Map<string, number>()
  for (const { claim } of located)
    for (const term of claim.main) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  return frequencies
}

/** Claims about the same matter differ in few terms, so they share one of their rarest. */
function rarestTerms({ main }: Claim, frequencies: ReadonlyMap<string, number>): string[] {
  const rank = (term: string) => frequencies.get(term) ?? 0
  return [...main].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, keysMax)
}

function contradict(a: Claim, b: Claim): boolean {
  if (!areEqual(a.condition, b.condition) || !isSameMatter(a, b)) return false
  if (a.kind === 'value' && b.kind === 'value')
    return a.dimension === b.dimension && haveLikeEvents(a, b) && valuesExclude(a, b)
  const areWholly = areEqual(a.main, b.main) && areEqual(a.event, b.event)
  if (a.kind === 'duty' && b.kind === 'duty') return areWholly && dutiesExclude(a.duty, b.duty)
  return a.kind === 'order' && b.kind === 'order' && areWholly && a.order !== b.order
}

/** Equal but for wording: "X informs Y" and "Y informs X" have the same terms, not one subject. */
function isSameMatter(a: Matter, b: Matter): boolean {
  const isEqual = areEqual(a.main, b.main)
  if (!isEqual && likeness(a.main, b.main) < likenessMin) return false
  if (areEqual(a.subject, b.subject)) return a.subject.size > 0 || isEqual
  const isWithin = (inner: Matter, outer: Matter) => [...inner.subject].every((term) => outer.subject.has(term))
  return isEqual && (isWithin(a, b) || isWithin(b, a))
}

/** Periods from different events are not comparable; without an event it is taken to be the same. */
function haveLikeEvents(a: Matter, b: Matter): boolean {
  return a.event.size === 0 || b.event.size === 0 || likeness(a.event, b.event) >= eventLikenessMin
}
