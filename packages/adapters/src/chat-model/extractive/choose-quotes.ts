import { asksHolder } from './asked-holder.ts'
import { type AskedQuestion, termsOf } from './asked-question.ts'
import { asksFor, asksWhom, valueShare } from './asked-value.ts'
import { clauseText } from './cut-passages.ts'
import { hasWord, lackMet, phraseShare } from './has-word.ts'
import { type ClauseQuote, quoteClause } from './quote-clause.ts'
import { isDuplicate } from './same-words.ts'
import type { ScoredWindow } from './score-windows.ts'
import { unitAsked } from './value-shares.ts'
import { hasAnyWord, wordsMet, wordsSaid } from './word-coverage.ts'

/** A quotation with the window that it was found by. */
export interface ChosenQuote extends ClauseQuote {
  readonly window: ScoredWindow
  /** How far its deciding clause has the value asked for by itself, 0 to 1. */
  readonly ownValue: number
}

/** So many quotations at most. */
export const quotesMax = 3
const perPassageMax = 2
const passagesMax = 3
const shortItemWords = 3
const hardlyAny = 0.5
/** Scores that differ by so much say little. */
const asNear = 1
/** Chosen on the tuning half and the fresh questions. */
const wordsNear = { permission: 1.5, other: 0.5 }
/** What the holder of an office does has the same words as who it is, and more of them. */
const holderNear = 3
/** Of two clauses that are nearly as near, the one that has the question's words decides. */
const saidWeight = 5

/**
 * The best quotations that do not overlap, best first, at most two of a passage: three, or until
 * they are enough.
 */
export function chooseQuotes(
  question: AskedQuestion,
  windows: readonly ScoredWindow[],
  isEnough = (chosen: readonly ChosenQuote[]) => chosen.length === quotesMax,
): ChosenQuote[] {
  const alone = new Map(windows.filter(isOneClause).map((window) => [keyOf(window), window]))
  const chosen: ChosenQuote[] = []
  for (const window of windows) {
    if (isEnough(chosen)) break
    const { cut } = window
    const ofPassage = chosen.filter((other) => other.cut === cut)
    if (ofPassage.length === perPassageMax) continue
    const nearest = decidingClause(question, { window, alone })
    const decides = nearest === null ? null : withMore(question, nearest, { window, alone })
    if (decides === null || isDuplicate(question, chosen, { cut, decides })) continue
    const withValue = question.asks === null ? valueBeside(question, decides, { window, alone }) : []
    const { first, last } = window
    const isFirst = ofPassage.length === 0
    const quote = quoteClause(cut, { question, decides, first, last, withValue, isFirst })
    if (ofPassage.some((other) => overlap(other, quote)) || isOfTwoRules(question, window, quote)) continue
    const ownValue = alone.get(keyOf({ cut, first: decides }))?.value ?? window.value
    const value = Math.min(window.value, valueShown(question, quote))
    chosen.push({ ...quote, window: { ...window, value }, ownValue })
  }
  return rulesFirst(withWordsFirst(withSomebodyFirst(chosen, question), question), question)
}

/**
 * Of quotations that are about as near, one that says who it is leads where somebody is asked for,
 * not one that hardly does, nor one that says whom others tell where somebody asks whom to tell.
 */
function withSomebodyFirst(chosen: readonly ChosenQuote[], { text }: AskedQuestion): readonly ChosenQuote[] {
  const [best] = chosen
  if (best === undefined || asksFor(text) !== 'somebody') return chosen
  if (best.window.value >= (asksWhom(text) ? 1 : hardlyAny)) return chosen
  const near = asksHolder(text) ? holderNear : asNear
  const isAsNear = ({ window }: ChosenQuote) => best.window.score - window.score <= near
  const first = chosen.find((quote) => quote.window.value === 1 && isAsNear(quote))
  return first === undefined ? chosen : [first, ...chosen.filter((quote) => quote !== first)]
}

/**
 * Of rules that are as near, the one with more of the question's words leads where a yes or no is
 * asked for, which each of them may decide about something else.
 */
function withWordsFirst(chosen: readonly ChosenQuote[], question: AskedQuestion): readonly ChosenQuote[] {
  const [best] = chosen
  if (best === undefined || question.asks === null) return chosen
  const isPermission = question.asks === 'permission'
  const near = isPermission ? wordsNear.permission : wordsNear.other
  const words = (quote: ChosenQuote) => (isPermission ? wordsSaid : wordsMet)(question, quote)
  const [first = best] = chosen
    .filter(({ window }) => best.window.score - window.score <= near)
    .toSorted((a, b) => words(b) - words(a))
  return words(first) > words(best) ? [first, ...chosen.filter((quote) => quote !== first)] : chosen
}

/**
 * Of the passages that are nearest to a question, best first, what is nearest in each. Nobody knows
 * which of them answers, so that two quotations of one passage are shown as one and leave room.
 */
export function closestPassages(question: AskedQuestion, windows: readonly ScoredWindow[]): ClauseQuote[] {
  const chosen = chooseQuotes(question, windows, (some) => byPassage(some).length === passagesMax)
  return byPassage(chosen).flatMap(([best, ...others]) => {
    if (best === undefined) return []
    const shown = new Set([best, ...others].flatMap((quote) => quote.shown))
    return { ...best, shown: [...shown].sort((a, b) => a - b) }
  })
}

function byPassage(quotes: readonly ChosenQuote[]): ChosenQuote[][] {
  return [...Map.groupBy(quotes, ({ cut }) => cut).values()]
}

/** Whether both show the same words, other than titles, lead-ins and headers above them. */
function overlap({ cut, shown }: ChosenQuote, quote: ClauseQuote): boolean {
  const isAbove = (at: number) => /^(?:heading|lead-in|table-header)$/.test(cut.clauses[at]?.kind ?? '')
  return shown.some((at) => quote.shown.includes(at) && !isAbove(at))
}

/**
 * The best one first; the others by passage, and within a passage as they are written. Where the
 * best one has an exception, the rules of its passage come before it: what is permitted they
 * decide.
 */
function rulesFirst(chosen: readonly ChosenQuote[], { asks }: AskedQuestion): ChosenQuote[] {
  const [best, ...others] = chosen
  if (best === undefined) return []
  const ofPassage = (cut: ChosenQuote['cut'], quotes: readonly ChosenQuote[]) =>
    quotes.filter((quote) => quote.cut === cut).sort((a, b) => a.decides - b.decides)
  if (asks === 'permission' && best.shown.some((at) => best.cut.clauses[at]?.isException)) {
    const further = others.filter(({ cut }) => cut !== best.cut)
    const cuts = new Set(further.map(({ cut }) => cut))
    return [...ofPassage(best.cut, chosen), ...[...cuts].flatMap((cut) => ofPassage(cut, further))]
  }
  const cuts = new Set(others.map(({ cut }) => cut))
  return [best, ...[...cuts].flatMap((cut) => ofPassage(cut, others))]
}

/** A window, and each clause by itself. */
interface JudgedWindows {
  readonly window: ScoredWindow
  readonly alone: ReadonlyMap<string, ScoredWindow>
}

/**
 * The clauses of a window, of the same paragraph or list, that have the value by which it was
 * found, if the deciding one has not. Where none of these has more of it than the deciding one,
 * rules beside it that have and speak of what is asked: "Its length follows national law" says no
 * number of days of parental leave, and the rule below it does.
 */
function valueBeside(question: AskedQuestion, decides: number, { window, alone }: JudgedWindows): number[] {
  const { cut, first, last } = window
  const shareOf = (at: number) => alone.get(keyOf({ cut, first: at }))?.value ?? 0
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  // Another row is about something else.
  const others = all.filter((at) => mayDecide(window, at) && cut.clauses[at]?.kind !== 'row')
  const isBeside = (at: number) => {
    const [one, other] = [cut.clauses[at], cut.clauses[decides]]
    return one?.block === other?.block || (one?.hangsOn !== null && one?.hangsOn === other?.hangsOn)
  }
  const found = others.filter((at) => shareOf(at) >= window.value && isBeside(at))
  if (found.length > 0 && shareOf(decides) < window.value) return found
  const most = Math.max(...others.map(shareOf))
  const subject = subjectOf(question)
  const speaks = (at: number) => subject.some((term) => hasWord(cut.terms[at] ?? new Set(), term))
  return shareOf(decides) >= most ? [] : others.filter((at) => shareOf(at) === most && speaks(at))
}

/** How far a quotation shows a quantity asked for, which its window may have in another rule. */
function valueShown({ text }: AskedQuestion, { cut, shown }: ClauseQuote): number {
  const isTable = shown.some((at) => cut.clauses[at]?.kind === 'row')
  if (asksFor(text) !== 'quantity' || isTable) return 1
  return valueShare(text, shown.map((at) => clauseText(cut, at)).join('\n'))
}

/**
 * Whether a window has words of the question in one rule and what is asked for in another:
 * "Breaches may lead to dismissal. Everyone confirms within 14 days …" says nothing of a time for
 * breaches.
 */
function isOfTwoRules(question: AskedQuestion, { first, last }: ScoredWindow, { cut, shown }: ClauseQuote) {
  if (asksFor(question.text) !== 'quantity') return false
  const window = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return !hasAnyWord(question, { cut, shown }) && hasAnyWord(question, { cut, shown: window })
}

const amountAsked = /\bhow (?:many|much)\b/i

/**
 * Where an amount is asked for, a rule beside the nearest one that has at least twice as much of it
 * decides, if it speaks of what is asked.
 */
function withMore(question: AskedQuestion, nearest: number, judged: JudgedWindows): number {
  if (question.asks !== null || !amountAsked.test(question.text)) return nearest
  const { window, alone } = judged
  const judgedAlone = (at: number) => alone.get(keyOf({ cut: window.cut, first: at }))
  const shareOf = (at: number) => judgedAlone(at)?.value ?? 0
  const scoreOf = (at: number) => judgedAlone(at)?.score ?? 0
  const others = valueBeside(question, nearest, judged).filter(
    (at) => shareOf(at) >= hardlyAny && shareOf(nearest) <= shareOf(at) / 2,
  )
  return others.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0] ?? nearest
}

/** "How many days" asks for days, and is not about them. */
function subjectOf({ terms, text }: AskedQuestion): string[] {
  const unit = unitAsked.exec(text)?.[1]
  return terms.filter((term) => unit === undefined || !termsOf(unit).includes(term))
}

function isOneClause({ first, last }: ScoredWindow): boolean {
  return first === last
}

function keyOf({ cut, first }: Pick<ScoredWindow, 'cut' | 'first'>): string {
  return `${cut.rank} ${first}`
}

/**
 * The clause of a window that decides: the best one that may be read on its own. What is permitted
 * the rule decides, not its exception; a lead-in decides with what it announces, a heading never.
 */
function decidingClause(question: AskedQuestion, { window, alone }: JudgedWindows): number | null {
  const { asks, terms } = question
  const { cut, first, last } = window
  let best: number | null = null
  let bestScore = Number.NEGATIVE_INFINITY
  for (let at = first; at <= last; at++) {
    const clause = cut.clauses[at]
    if (!clause || !mayDecide(window, at)) continue
    const words = cut.terms[at] ?? new Set()
    const shares = terms.map((term) => (hasWord(words, term) ? 1 : phraseShare(words, question, term)))
    const own = shares.reduce<number>((sum, share) => sum + share, 0) + lackMet(question, clauseText(cut, at))
    const said = own / terms.length
    const score = (alone.get(keyOf({ cut, first: at }))?.score ?? 0) + saidWeight * said
    if (score > bestScore) [best, bestScore] = [at, score]
  }
  const clause = best === null ? undefined : cut.clauses[best]
  // "Phone call;" says nothing without "Report in one of these ways:".
  if (clause?.kind === 'item' && clause.words <= shortItemWords && clause.hangsOn !== null)
    if (cut.clauses[clause.hangsOn]?.kind === 'lead-in') return clause.hangsOn
  if (asks !== 'permission' || best === null) return best
  return clause?.isException ? clause.hangsOn : ruleBefore(cut, best)
}

const conditional = /^(?:if|where|when) /i

/** "Passwords are not shared. If you are asked for one, …": the rule decides. */
function ruleBefore(cut: ScoredWindow['cut'], at: number): number {
  const isSame = cut.clauses[at - 1]?.block === cut.clauses[at]?.block
  return isSame && conditional.test(clauseText(cut, at)) ? at - 1 : at
}

function mayDecide({ cut }: ScoredWindow, at: number): boolean {
  const clause = cut.clauses[at]
  if (!clause || clause.kind === 'heading' || clause.kind === 'table-header') return false
  if (clause.kind === 'lead-in') return cut.clauses.some(({ hangsOn }) => hangsOn === at)
  if (asksItself.test(clauseText(cut, at))) return false
  // An item that lost its lead-in to another passage is half a sentence.
  const isLeftOver = clause.kind === 'item' && clause.hangsOn === null && !isSentence(clauseText(cut, at))
  return !isLeftOver
}

/** What a document asks its reader decides nothing. */
const asksItself = /\?["”’)]*$/

/** Begins as a sentence and ends as one. */
function isSentence(text: string): boolean {
  const body = text.replace(/^\(?(?:\d+(?:\.\d+)*|\p{L}|[ivxlcdm]+)[.)]\s+/u, '')
  return /^["“‘(]?[\p{Lu}\p{N}]/u.test(body) && (/[.!?]["”’)]?$/.test(body) || body.split(/\s+/).length > 6)
}
