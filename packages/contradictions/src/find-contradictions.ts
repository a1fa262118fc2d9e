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

/** Claims compared with one claim under one of its terms, and results, which bound the work. */
const comparedMax = 200
const foundMax = 1000
const keysMax = 3
/** Each takes a millisecond or two. */
const perStep = { statements: 20, comparisons: 1000 }
/** The number or bullet of a clause is no number of anything. */
const marker = /^\s*(?:[-–•*]|\(?(?:\d{1,3}|[a-z]{1,3})[.)]|\d+(?:\.\d+)+\.?)\s+/iu
/** "Its records are kept for 15 years": whose, only the sentences before say. */
const pointsBack = /^(?:its|their|his|her)\b/iu
const likenessMin = 0.8
const eventLikenessMin = 0.5

/**
 * Contradictions between clauses of different documents: different values of one thing in one unit,
 * must against must not, before against after. Precision comes first: what is compared has the same
 * subject, the same condition and no exception, so that many real contradictions stay unnoticed but
 * few reported ones are none. At most 1,000 are found, and of very many statements about one thing
 * not all pairs are compared.
 */
export function findContradictions(statements: readonly Statement[]): Contradiction[] {
  const steps = contradictionSteps(statements)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps of milliseconds, of which the last has the result: thousands take seconds. */
export function* contradictionSteps(
  statements: readonly Statement[],
): Generator<undefined, Contradiction[], undefined> {
  const located: Located[] = []
  const frequencies = new Map<string, number>()
  for (const [at, statement] of statements.entries()) {
    if (at % perStep.statements === 0) yield
    for (const claim of claimsOf(statement)) {
      located.push({ at, documentId: statement.documentId, claim })
      for (const term of claim.main) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    }
  }
  const byTerm = new Map<string, Located[]>()
  const found = new Map<string, Contradiction>()
  let comparisons = 0
  for (const each of located)
    for (const term of rarestTerms(each.claim, frequencies)) {
      const others = byTerm.get(term) ?? []
      const compared = others.slice(-comparedMax)
      for (const other of opposing(each, compared).slice(0, foundMax - found.size))
        found.set(`${other.at} ${each.at}`, between(other, each))
      others.push(each)
      byTerm.set(term, others)
      comparisons += 1 + compared.length
      if (comparisons < perStep.comparisons) continue
      comparisons = 0
      yield
    }
  return [...found.values()].sort((a, b) => a.first - b.first || a.second - b.second)
}

function opposing(each: Located, others: readonly Located[]): Located[] {
  return others.filter(
    ({ documentId, claim }) => documentId !== each.documentId && contradict(claim, each.claim),
  )
}

interface Located {
  readonly at: number
  readonly documentId: string
  readonly claim: Claim
}

/** What each statement lays down, while it is held: lists overlap between requests. */
const remembered = new WeakMap<Statement, readonly Claim[]>()

/** Whether a statement lays anything down that another could contradict. */
export function isRule(statement: Statement): boolean {
  return claimsOf(statement).length > 0
}

function claimsOf(statement: Statement): readonly Claim[] {
  const known = remembered.get(statement) ?? readClaims(statement)
  remembered.set(statement, known)
  return known
}

function readClaims({ text, leadIn, header }: Statement): Claim[] {
  if (text.includes('\t')) return header === undefined ? [] : rowClaims(text, header)
  const clause = text.replace(marker, '')
  if (pointsBack.test(clause)) return []
  return claimsIn(leadIn === undefined ? clause : `${leadIn.replace(/:\s*$/, '')} ${clause}`)
}

function between(a: Located, b: Located): Contradiction {
  return { first: a.at, second: b.at, kind: a.claim.kind }
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
  const isWithin = (inner: Matter, outer: Matter) =>
    [...inner.subject].every((term) => outer.subject.has(term))
  return isEqual && (isWithin(a, b) || isWithin(b, a))
}

/** Periods from different events are not comparable; none named is taken to be the same. */
function haveLikeEvents(a: Matter, b: Matter): boolean {
  return a.event.size === 0 || b.event.size === 0 || likeness(a.event, b.event) >= eventLikenessMin
}
