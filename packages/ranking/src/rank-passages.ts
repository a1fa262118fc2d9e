import type { PassageFields } from './analysis/passage-terms.ts'
import type { AskedQuestion } from './asked-question.ts'
import { passageMatch, windowCosines } from './late-interaction.ts'
import { perField } from './lexical-recipe.ts'
import { lexicalScores } from './lexical-score.ts'
import type { PassageStates } from './passage-states.ts'

/** A passage that may be ranked; without states, its cosine counts as its best window's. */
export interface Candidate {
  readonly terms: PassageFields
  readonly states: PassageStates | undefined
  /** Cosine of the whole passage with the question. */
  readonly cosine: number
}

/** What a score is made of. Lexical parts are divided by the rarity of the question. */
export interface RankingFeatures {
  readonly body: number
  readonly pairs: number
  readonly heading: number
  readonly cosine: number
  /** Best cosine of a window, with the question or the same in the words of documents. */
  readonly window: number
  /** Late interaction of all tokens. */
  readonly match: number
}

/**
 * Fitted on the first half of ObliQA dev and the tuning half of the golden questions, both weighing
 * the same, by a shorter run of `npm run bench -- search --part weights --corpus <folder>`. Who
 * asks in many words uses those of the text, so there its words count for more: chosen on that
 * half of ObliQA (ADR 26).
 */
const weights = {
  fewWords: { body: 1.9, pairs: 5.8, heading: 5, window: 36, match: 13.8 },
  manyWords: { body: 8, pairs: 16, heading: 2, window: 36, match: 13.8 },
}
/** Words of content up to which a question has few, and from which on it has many. */
const askedWords = { few: 8, many: 12 }
/** For encoders that give no states of tokens; fitted on ObliQA alone. */
const weightsWithoutStates = { body: 10.9, pairs: 9.6, heading: 6.6, cosine: 58 }
/** Of the other features, the best so many are compared token by token. */
const comparedMax = 60

/** The features of a passage for a question. */
export function rankingFeatures(asked: AskedQuestion, candidate: Candidate): RankingFeatures {
  const { states } = candidate
  return { ...cheapFeatures(asked, candidate), match: states ? passageMatch(asked, states) : 0 }
}

/**
 * The score of each candidate for a question: comparable among the passages of one question. One
 * without states among others with them matches as they do on average.
 */
export function rankingScores(asked: AskedQuestion, candidates: readonly Candidate[]): number[] {
  const steps = rankingSteps(asked, candidates)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same, which may be stopped at each candidate: all of them take tens of milliseconds. */
export function* rankingSteps(
  asked: AskedQuestion,
  candidates: readonly Candidate[],
): Generator<undefined, number[]> {
  const features: Omit<RankingFeatures, 'match'>[] = []
  for (const candidate of candidates) {
    features.push(cheapFeatures(asked, candidate))
    yield
  }
  if (!candidates.some(({ states }) => states))
    return features.map(
      (each) => lexicalPart(each, weightsWithoutStates) + weightsWithoutStates.cosine * each.cosine,
    )
  const by = weightsFor(asked)
  const first = features.map((each) => lexicalPart(each, by) + by.window * each.window)
  const matches = new Map<number, number>()
  for (const { at, states } of bestWithStates(candidates, first)) {
    matches.set(at, passageMatch(asked, states))
    yield
  }
  const known = [...matches.values()]
  const mean = known.reduce((sum, match) => sum + match, 0) / known.length
  const least = Math.min(...known)
  return candidates.map(({ states }, at) => {
    const match = matches.get(at) ?? (states ? least : mean)
    return (first[at] ?? 0) + by.match * match
  })
}

/** Between those for few words and for many, so that one word more changes little. */
function weightsFor({ words }: AskedQuestion): Readonly<Record<keyof typeof weights.fewWords, number>> {
  const { few, many } = askedWords
  const share = Math.min(1, Math.max(0, (words.length - few) / (many - few)))
  const between = (name: keyof typeof weights.fewWords) =>
    (1 - share) * weights.fewWords[name] + share * weights.manyWords[name]
  return {
    body: between('body'),
    pairs: between('pairs'),
    heading: between('heading'),
    window: between('window'),
    match: between('match'),
  }
}

/** The best candidates that have states, by their place among all: those compared by token. */
function bestWithStates(
  candidates: readonly Candidate[],
  scores: readonly number[],
): { readonly at: number; readonly states: PassageStates }[] {
  return candidates
    .flatMap(({ states }, at) => (states ? [{ at, states, score: scores[at] ?? 0 }] : []))
    .sort((a, b) => b.score - a.score)
    .slice(0, comparedMax)
}

function cheapFeatures(asked: AskedQuestion, candidate: Candidate): Omit<RankingFeatures, 'match'> {
  const { statistics, rarity } = asked
  const { terms, states, cosine } = candidate
  const scores = statistics ? lexicalScores(terms, statistics) : { body: 0, pairs: 0, heading: 0 }
  const lexical = perField((field) => (rarity === 0 ? 0 : scores[field] / rarity))
  const windows = states ? asked.wordings.flatMap((wording) => windowCosines(wording, states)) : []
  return { ...lexical, cosine, window: windows.length === 0 ? cosine : Math.max(...windows) }
}

function lexicalPart(
  { body, pairs, heading }: Pick<RankingFeatures, 'body' | 'pairs' | 'heading'>,
  by: Readonly<Record<'body' | 'pairs' | 'heading', number>>,
): number {
  return by.body * body + by.pairs * pairs + by.heading * heading
}
