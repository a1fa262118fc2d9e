import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import { type AskedQuestion, readQuestion } from './asked-question.ts'
import { asksFor, asksRareValue, valueShare } from './asked-value.ts'
import { type ChosenQuote, chooseQuotes, quotesMax } from './choose-quotes.ts'
import { compareAlone, compareInContext } from './compare-in-context.ts'
import { type CutPassage, clausesAbove, clauseText, cutPassages } from './cut-passages.ts'
import { hasEachWord, hasOwnWord } from './has-word.ts'
import { withoutOtherAmounts, withoutOtherRows } from './other-rows.ts'
import { referredRow } from './referred-row.ts'
import { type ScoredWindow, scoreWindows } from './score-windows.ts'
import { forbidsWhatIsAsked } from './verdict.ts'
import { heldBy, ruleWords, subjectShare } from './word-coverage.ts'

/** What the passages of a request have to say to its question. */
export interface Evidence {
  readonly question: AskedQuestion
  readonly quotes: readonly ChosenQuote[]
  /** What was chosen from, best first. */
  readonly windows: readonly ScoredWindow[]
  readonly features: EvidenceFeatures
  /**
   * How far the first quotation speaks of what is asked about, 0 to 1: for a yes or no the rule
   * itself, since a sentence beside it may be about something else.
   */
  readonly about: number
  /**
   * Whether the best quotation has the value asked for, and with its headings every word of the
   * question or another word for it: what is asked in a document's own words.
   */
  readonly isInItsWords: boolean
}

/** What the estimate of whether the quotations answer is made of. */
export interface EvidenceFeatures {
  /** Mean cosine of the windows of the best one's passage; without tokens, the best cosine. */
  readonly similarity: number
  /** Cosine of the best quotation's window alone below its titles. */
  readonly context: number
  /** Cosine of its words without titles, which make every rule below them near. */
  readonly alone: number
  /** Cosine with the nearest everyday topic; 0 if unknown. */
  readonly topic: number
  /** Share of the value asked for in the quotations, that of better ones weighing more. */
  readonly value: number
  /** How far the first quotation speaks of what is asked about, 0 to 1. */
  readonly subject: number
  /** 1 if the first quotation forbids something of what somebody asks permission for. */
  readonly forbids: 0 | 1
  /** Share of the value asked for in the best windows: in a single one it may be of anything. */
  readonly common: number
  /** 1 if the question asks for somebody, of whom a text has less of a value. */
  readonly somebody: 0 | 1
  /** 1 if it asks for a time, number or amount: many of these are of something else. */
  readonly quantity: 0 | 1
  /** 1 if it asks for a yes or no, which nearly every rule seems to decide. */
  readonly yesNo: 0 | 1
}

/** Chooses the quotations for a question. Throws what `compare` and the signal throw. */
export async function readEvidence(request: AnswerRequest): Promise<Evidence> {
  request.signal?.throwIfAborted()
  const question = readQuestion(request.question)
  const cuts = question.terms.length === 0 ? [] : cutPassages(request.passages)
  const windows = await scoreWindows(request, question, cuts)
  const isJudged = cuts.some(({ passage }) => passage.windows !== undefined) && windows.length > 0
  const similarity = isJudged ? similarityOfBest(windows) : bestSimilarity(windows)
  const fitting = withoutOtherAmounts(question, windows)
  const inContext = isJudged ? await compareInContext(request, fitting) : fitting
  const chosen = withoutOtherRows(question, chooseQuotes(question, inContext))
  const [first] = chosen
  const row = first === undefined ? null : referredRow(question, inContext, first)
  const quotes = row === null ? chosen : withRow(chosen, row)
  const best = quotes.toSorted((a, b) => b.window.score - a.window.score)[0]
  const context = best?.window.context ?? similarity
  const features: EvidenceFeatures = {
    similarity,
    context,
    alone: best && isJudged ? await compareAlone(request, best) : context,
    topic: Math.min(request.topicSimilarity ?? 0, namedTopic),
    value: weightedValue(quotes),
    subject: first === undefined ? 0 : subjectShare(question, cuts, heldBy(first)),
    forbids: first !== undefined && forbidsWhatIsAsked(question, first) ? 1 : 0,
    common: meanValue(windows),
    somebody: asksFor(question.text) === 'somebody' ? 1 : 0,
    quantity: asksFor(question.text) === 'quantity' ? 1 : 0,
    yesNo: question.asks === null ? 0 : 1,
  }
  const isInItsWords = first !== undefined && hasAllWords(first, question, row)
  const isRuleAlone = first !== undefined && question.asks !== null
  const about = isRuleAlone ? subjectShare(question, cuts, ruleWords(first)) : features.subject
  return { question, quotes, windows: inContext, features, about, isInItsWords }
}

/** A row that the first quotation refers to is read after it, in the place of the last one. */
function withRow([first, ...others]: readonly ChosenQuote[], row: ChosenQuote): ChosenQuote[] {
  const further = others.filter(({ cut, decides }) => cut !== row.cut || decides !== row.decides)
  return [...(first ? [first] : []), row, ...further.slice(0, quotesMax - 2)]
}

/** As near as this, a question names the topic; nearer says no more. */
const namedTopic = 0.9

/** Fewer words say too little of what is asked about; a rare kind of value counts as one. */
const leastWords = 2

const linesMax = 2

/** The clauses just before one that are no sentences: parts of its own. */
function linesBefore(cut: CutPassage, first: number): number[] {
  const before: number[] = []
  for (let at = first - 1; at >= Math.max(0, first - linesMax); at--) {
    const kind = cut.clauses[at]?.kind
    if (kind === 'row' || /[.!?:;]["”’)]*$/.test(clauseText(cut, at))) break
    before.push(at)
  }
  return before
}

/**
 * Most words are the question's own: two other words, each for one of two, may be about anything.
 * A line before it without an end counts, too: some parsers end a paragraph where a line of a PDF
 * ends. A yes or no is read from any rule, so there the rule must have the words: a heading or a
 * long list lends them to whatever is below. A row that it refers to says the rest.
 */
function hasAllWords(
  { cut, decides, shown, window }: ChosenQuote,
  question: AskedQuestion,
  row: ChosenQuote | null,
): boolean {
  const { asks, terms, text } = question
  const first = Math.min(...shown)
  const ofWindow = cut.terms.slice(window.first, window.last + 1)
  const read = [...linesBefore(cut, first), ...shown]
  const clauses =
    asks === null
      ? read.map((at) => cut.terms[at] ?? []).concat([cut.aboveTerms])
      : [...ofWindow, ...clausesAbove(cut, decides).map((at) => cut.terms[at] ?? [])]
  const ofRow = row === null ? [] : row.shown.map((at) => row.cut.terms[at] ?? [])
  const held = new Set([...clauses, ...ofRow].flatMap((each) => [...each]))
  const words = terms.length + (asksRareValue(text) ? 1 : 0)
  const own = terms.filter((term) => hasOwnWord(held, term)).length + words - terms.length
  const isMeant = hasEachWord(held, terms)
  // A window may have the value in a paragraph that is not shown.
  const isShown = valueShare(text, read.map((at) => clauseText(cut, at)).join('\n')) === 1
  const hasIt = row === null ? window.value === 1 && isShown : row.window.value === 1
  return hasIt && words >= leastWords && isMeant && own > words / 2
}

function bestSimilarity(windows: readonly ScoredWindow[]): number {
  return windows.reduce((best, { similarity }) => Math.max(best, similarity), -1)
}

/**
 * Below its headings a passage has one window or another that is near to a question about something
 * else; all of them are near to what it answers.
 */
function similarityOfBest(windows: readonly ScoredWindow[]): number {
  const ofBest = windows.filter(({ cut }) => cut === windows[0]?.cut)
  return ofBest.reduce((sum, { similarity }) => sum + similarity, 0) / ofBest.length
}

/** What the third quotation lacks says little of the first. */
const valueWeights = [0.5, 0.3, 0.2]

function weightedValue(quotes: readonly ChosenQuote[]): number {
  const best = quotes.map(({ window }) => window).sort((a, b) => b.score - a.score)
  const weights = valueWeights.slice(0, best.length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.reduce((sum, weight, at) => sum + weight * (best[at]?.value ?? 0), 0) / (total || 1)
}

/** So many windows show whether the value asked for is in nearly all of them. */
const commonOf = 10

function meanValue(windows: readonly ScoredWindow[]): number {
  const best = windows.slice(0, commonOf)
  return best.reduce((sum, { value }) => sum + value, 0) / (best.length || 1)
}
