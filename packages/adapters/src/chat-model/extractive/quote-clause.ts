import type { Clause } from '@portal/clauses/clause'
import type { PassageQuote } from '@portal/service-kit/ports/chat-model'
import type { AskedQuestion } from './asked-question.ts'
import { asksWhom, isOpen } from './asked-value.ts'
import { type CutPassage, clausesAbove, clauseText } from './cut-passages.ts'
import { hasPhrase, hasWord } from './has-word.ts'
import { address } from './value-patterns.ts'

/** A quotation of one clause with the clauses that are shown with it. */
export interface ClauseQuote {
  readonly cut: CutPassage
  /** Index of the deciding clause. */
  readonly decides: number
  /** Indices of all clauses shown, the deciding one included, in order. */
  readonly shown: readonly number[]
}

/** A paragraph or item is shown whole up to so many words, a list up to so many characters. */
const blockWordsMax = 70
const listUnitsMax = 700
/** A list that a lead-in announces is what is quoted, so it may be longer. */
const announcedUnitsMax = 1_600

/** Sentences that say nothing without the one before them. */
const dependent =
  /^(?:this|these|those|that|they|it|its|such|he|she|their|both|otherwise|in (?:this|that|such|these|those) cases?|if so|if not|then|therefore|thus|also|in addition|additionally|furthermore|moreover|instead|the same|here|there)\b/i

const limiting = /^(?:unless|except|however|notwithstanding|otherwise|only in|if you must)\b/i

/** "4.3 Results of such assistants are checked": the paragraph before it says which. */
const referring = /^(?:\(?\d[\d.]*[.)]? )?(?:[\p{L}’-]+ ){1,3}such [\p{L}]+s\b/u

/** "Please follow the process below." */
const pointing =
  /\b(?:below|as follows|the following (?:process|steps|procedures?|rules|instructions|way))[.:]?$/i

/** "1.2 Help injured people." */
const step = /^\d+(?:\.\d+)*[.)]? \p{Lu}/u
const sectionWordsMax = 110

interface Chosen {
  readonly question: AskedQuestion
  /** First and last clause of the window that was found. */
  readonly first: number
  readonly last: number
  readonly decides: number
  /** Clauses without which the value that is asked for is not said. */
  readonly withValue: readonly number[]
  /** Whether nothing else of its passage is quoted. */
  readonly isFirst: boolean
}

/** The clause with what it must not be cut from: rule, lead-in, header, conditions, exceptions. */
export function quoteClause(
  cut: CutPassage,
  { question, decides, withValue, isFirst, ...window }: Chosen,
): ClauseQuote {
  const shown = new Set<number>([decides, ...withValue])
  const { clauses } = cut
  const add = (indices: readonly number[]) => {
    for (const at of indices) shown.add(at)
  }
  for (let at = window.first; at <= window.last; at++) if (isNear(clauses, at, decides)) shown.add(at)
  for (const at of [decides, ...withValue]) add(blockAround(cut, at))
  for (const at of [...shown]) {
    add(clausesAbove(cut, at))
    if (clauses[at]?.kind === 'lead-in') add(listBelow(cut, at, announcedUnitsMax))
  }
  add(wholeList(cut, decides, question))
  if (asksWhom(question.text)) add(rowsOfSameContact(cut, decides))
  const table = wholeTable(cut, decides, question)
  add(table)
  if (isFirst && isOpen(question.text)) add(stepsBefore(cut, decides))
  if (pointing.test(clauseText(cut, decides))) add(sectionBelow(clauses, decides))
  add(exceptionsOf(clauses, shown))
  const first = Math.min(...shown)
  // "Unless the law forbids it, …" is read after what it limits.
  if (limiting.test(clauseText(cut, first)) && first > 0) add([first - 1])
  if (referring.test(clauseText(cut, first)) && first > 0) add(blockAround(cut, first - 1))
  return { cut, decides: table[0] ?? decides, shown: [...shown].sort((a, b) => a - b) }
}

/** Of a window that spans two paragraphs only what belongs to the deciding clause is shown. */
function isNear(clauses: readonly Clause[], at: number, decides: number): boolean {
  const [one, other] = [clauses[at], clauses[decides]]
  if (!one || !other) return false
  return one.block === other.block || one.hangsOn === decides || other.hangsOn === at
}

/** The sentences of the paragraph or item: all of a short one, else those that need each other. */
function blockAround(cut: CutPassage, decides: number): number[] {
  const { clauses } = cut
  const block = clauses[decides]?.block
  const members = clauses.flatMap((clause, at) => (clause.block === block ? [at] : []))
  const words = members.reduce((sum, at) => sum + (clauses[at]?.words ?? 0), 0)
  if (words <= blockWordsMax) return members
  const [first = decides, last = decides] = [members[0], members.at(-1)]
  const around: number[] = []
  for (let at = decides; at > first && dependent.test(clauseText(cut, at)); at--) around.push(at - 1)
  for (let at = decides + 1; at <= last && dependent.test(clauseText(cut, at)); at++) around.push(at)
  return around
}

/** The steps of a short section before one of them: who asks what to do begins with the first. */
function stepsBefore({ clauses, passage }: CutPassage, decides: number): number[] {
  const words = clauses.reduce((sum, clause) => sum + clause.words, 0)
  const isStep = ({ start }: Clause) => step.test(passage.text.slice(start))
  const [first] = clauses
  if (words > sectionWordsMax || first === undefined || !isStep(first)) return []
  const isInOrder = clauses.slice(0, decides + 1).every(({ kind }) => kind !== 'row' && kind !== 'heading')
  return isInOrder ? clauses.slice(0, decides).map((_, at) => at) : []
}

/** The clauses after one that refers to them, up to the next heading. */
function sectionBelow(clauses: readonly Clause[], decides: number): number[] {
  const start = clauses[decides]?.start ?? 0
  const after = clauses.slice(decides + 1)
  const ends = after.findIndex(({ kind, end }) => kind === 'heading' || end - start > announcedUnitsMax)
  return after.slice(0, ends === -1 ? after.length : ends).map((_, at) => decides + 1 + at)
}

/** What hangs on a lead-in, whole items only; nothing if not even one fits. */
function listBelow({ clauses }: CutPassage, leadIn: number, unitsMax: number): number[] {
  const below = new Set([leadIn])
  const listed: number[] = []
  const start = clauses[leadIn]?.start ?? 0
  for (let at = leadIn + 1; at < clauses.length; at++) {
    const clause = clauses[at]
    if (!clause || clause.hangsOn === null || !below.has(clause.hangsOn)) break
    if (clause.end - start > unitsMax) break
    below.add(at)
    listed.push(at)
  }
  return listed
}

/** The list that the clause is an item of, if it is short or the question asks for a list. */
function wholeList(cut: CutPassage, decides: number, { wantsList }: AskedQuestion): number[] {
  const leadIn = cut.clauses[decides]?.hangsOn ?? null
  if (leadIn === null || cut.clauses[leadIn]?.kind !== 'lead-in') return []
  const listed = listBelow(cut, leadIn, Number.POSITIVE_INFINITY)
  const units = (cut.clauses[listed.at(-1) ?? leadIn]?.end ?? 0) - (cut.clauses[leadIn]?.start ?? 0)
  return units <= (wantsList ? announcedUnitsMax : listUnitsMax) ? listed : []
}

/**
 * The rows of a short table whose header, announcement and titles have every word of the question:
 * it asks about a column, and which row is meant nobody knows. "What is the minimum length of a
 * password?"
 */
function wholeTable(cut: CutPassage, decides: number, question: AskedQuestion): number[] {
  const { kind, hangsOn = null } = cut.clauses[decides] ?? {}
  if (kind !== 'row' || hangsOn === null) return []
  const ofTable = clausesAbove(cut, decides).flatMap((at) => [...(cut.terms[at] ?? [])])
  const above = new Set([...ofTable, ...cut.aboveTerms])
  if (!question.terms.every((term) => hasWord(above, term) || hasPhrase(above, question, term))) return []
  const rows = cut.clauses.flatMap((clause, at) => (clause.hangsOn === hangsOn ? [at] : []))
  const units = rows.reduce((sum, at) => sum + clauseText(cut, at).length, 0)
  return units <= listUnitsMax ? rows : []
}

/** Where somebody asks whom to tell, the rows of the table that name the same address. */
function rowsOfSameContact(cut: CutPassage, decides: number): number[] {
  const { kind, hangsOn } = cut.clauses[decides] ?? {}
  const contact = cellsOf(cut, decides).find((cell) => address.test(cell))
  if (kind !== 'row' || contact === undefined) return []
  return cut.clauses.flatMap((clause, at) =>
    clause.kind === 'row' && clause.hangsOn === hangsOn && cellsOf(cut, at).includes(contact) ? [at] : [],
  )
}

function cellsOf(cut: CutPassage, row: number): string[] {
  return clauseText(cut, row).split('\t')
}

function exceptionsOf(clauses: readonly Clause[], shown: ReadonlySet<number>): number[] {
  return clauses.flatMap(({ isException, hangsOn }, at) =>
    isException && hangsOn !== null && shown.has(hangsOn) ? [at] : [],
  )
}

/** The quotation by offsets: neighbouring clauses of its context are one span. */
export function passageQuote({ cut, decides, shown }: ClauseQuote): PassageQuote {
  const { passage, clauses } = cut
  const context: { start: number; end: number }[] = []
  let previous: number | null = null
  for (const at of shown) {
    const clause = clauses[at]
    if (!clause || at === decides) continue
    const open = context.at(-1)
    if (open && previous === at - 1) context[context.length - 1] = { start: open.start, end: clause.end }
    else context.push({ start: clause.start, end: clause.end })
    previous = at
  }
  const { start = 0, end = 0 } = clauses[decides] ?? {}
  return { passageId: passage.id, start, end, ...(context.length > 0 && { context }) }
}
