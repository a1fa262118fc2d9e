import { readOut } from '@portal/clauses/below-header'
import { type ClauseWindow, formWindows } from '@portal/clauses/form-windows'
import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import type { AskedQuestion } from './asked-question.ts'
import { asksRareValue, valueShare } from './asked-value.ts'
import { type CutPassage, clausesAbove, clauseText } from './cut-passages.ts'
import { phraseShare } from './has-word.ts'
import {
  bindsAnother,
  definesOnly,
  describesDocument,
  hasFiguresOnly,
  isPublishersRight,
  isUnfilled,
  pointsElsewhere,
} from './of-others.ts'
import { wordCoverage } from './word-coverage.ts'

/** One to three neighbouring clauses of a passage, judged as an answer. */
export interface ScoredWindow extends ClauseWindow {
  readonly cut: CutPassage
  /** Cosine with the question. */
  readonly similarity: number
  /** How far it covers the question's words, or what means the same, 0 to 1. */
  readonly match: number
  /** How far it has the kind of value asked for, 0 to 1. */
  readonly value: number
  /** Cosine with the question of the window alone below its titles, once it was encoded so. */
  readonly context?: number
  readonly score: number
}

/** Chosen on the tuning half of the golden questions. */
const tokenWeights = { passage: 0.6, similarity: 20, match: 14, value: 1, phrases: 2 }
/** Where retrieval brings no tokens. */
const wordWeights = { passage: 0.5, similarity: 20, match: 3, value: 1, phrases: 0.3 }
/** A value that few texts have decides which of them answers. */
const rareValueWeight = 5
/** The encoder compares this many windows where retrieval brings none. */
const comparedMax = 50
/** A value is looked for in so much of a window; only tables are longer. */
const valueUnits = 2_000
/** Of a rule for others than the asker, which is no answer however many words it shares. */
const noValue = 0.3
const othersPenalty = 4
/** Of a rule that is written elsewhere, or of a definition, which may still be the only one. */
const elsewherePenalty = 2

/** The windows of the passages as answers to the question, best first. */
export async function scoreWindows(
  { compare, signal }: AnswerRequest,
  question: AskedQuestion,
  cuts: readonly CutPassage[],
): Promise<ScoredWindow[]> {
  const found = cuts.flatMap(foundWindows)
  const judged = found.length > 0 ? found : await comparedWindows(question, cuts, compare)
  signal?.throwIfAborted()
  const weight = found.length > 0 ? tokenWeights : wordWeights
  const valueWeight = asksRareValue(question.text) ? rareValueWeight : weight.value
  return judged
    .map((window) => {
      const { passage, clauses } = window.cut
      const words = readOut({ ...window, text: passage.text, clauses }).slice(0, valueUnits)
      const isOthers =
        isPublishersRight(question, words, passage.documentTitle) ||
        saidBy(window).some((said) => bindsAnother(question, said))
      const isElsewhere = saidBy(window).some(
        (said) =>
          pointsElsewhere(question, said) ||
          definesOnly(question, said) ||
          describesDocument(question, said) ||
          isUnfilled(said),
      )
      const isFigures = rowsOf(window).some((row) => hasFiguresOnly(question, row))
      const read = question.asks === null ? words : `${leadInOf(window)} ${words}`.trimStart()
      const value = isOthers || isElsewhere || isFigures ? noValue : valueShare(question.text, read)
      const score =
        weight.passage * passage.score +
        weight.similarity * window.similarity +
        weight.match * window.match +
        valueWeight * value +
        weight.phrases * phrasesMet(question, window) -
        (isOthers ? othersPenalty : isElsewhere || isFigures ? elsewherePenalty : 0)
      return { ...window, value, score }
    })
    .sort((a, b) => b.score - a.score)
}

/** Each clause by itself: one for others lends its words to those beside it. */
function saidBy({ cut, first, last }: JudgedWindow): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => clauseText(cut, first + at))
}

/** A list is permitted or forbidden by what announces it: "The following is prohibited:". */
function leadInOf({ cut, first }: JudgedWindow): string {
  if (cut.clauses[first]?.kind !== 'item') return ''
  const leadIns = clausesAbove(cut, first).filter((at) => cut.clauses[at]?.kind === 'lead-in')
  return leadIns.map((at) => clauseText(cut, at)).join(' ')
}

/** Its rows, if all that may decide in it are rows. */
function rowsOf(window: JudgedWindow): string[] {
  const rows = window.cut.clauses.slice(window.first, window.last + 1)
  const isTable = rows.every(({ kind }) => kind === 'row' || kind === 'table-header')
  return isTable ? saidBy(window).filter((_, at) => rows[at]?.kind === 'row') : []
}

/** How far a window below its titles has what documents say for everyday phrases, 0 to 1. */
function phrasesMet(question: AskedQuestion, { cut, first, last }: JudgedWindow): number {
  const clauses = [...cut.terms.slice(first, last + 1), cut.aboveTerms]
  const held = new Set(clauses.flatMap((each) => [...each]))
  const shares = question.terms.map((term) => phraseShare(held, question, term))
  return shares.reduce((sum, share) => sum + share, 0) / question.terms.length
}

type JudgedWindow = Omit<ScoredWindow, 'value' | 'score'>

/** The windows that retrieval judged by the tokens of the passage. */
function foundWindows(cut: CutPassage): JudgedWindow[] {
  const { windows } = cut.passage
  if (windows === undefined) return []
  const judged = new Map(windows.map((window) => [`${window.start} ${window.end}`, window]))
  return formWindows(cut.clauses).flatMap((window) => {
    const known = judged.get(`${window.start} ${window.end}`)
    return known ? [{ ...window, cut, similarity: known.similarity, match: known.match }] : []
  })
}

async function comparedWindows(
  question: AskedQuestion,
  cuts: readonly CutPassage[],
  compare: AnswerRequest['compare'],
): Promise<JudgedWindow[]> {
  const covers = wordCoverage(question, cuts)
  const windows = cuts
    .flatMap((cut) =>
      formWindows(cut.clauses).map((window) => ({ ...window, cut, match: covers(cut, window) })),
    )
    .sort((a, b) => b.match + b.cut.passage.similarity - a.match - a.cut.passage.similarity)
    .slice(0, comparedMax)
  if (windows.length === 0) return []
  const similarities = await compare(
    windows.map(({ cut, start, end }) => ({ passageId: cut.passage.id, start, end })),
  )
  return windows.flatMap((window, at) => {
    const similarity = similarities[at] ?? null
    return similarity === null ? [] : [{ ...window, similarity }]
  })
}
