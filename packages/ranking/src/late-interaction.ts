import type { AskedQuestion, AskedWord } from './asked-question.ts'
import type { PassageStates, Window } from './passage-states.ts'

const unit = 127 * 127

/**
 * The best cosine of each word, or what documents say for it, with any token of a passage, weighted
 * by rarity (MaxSim of Khattab and Zaharia 2020, arXiv 2004.12832); 0 without words or tokens.
 */
export function passageMatch({ words }: AskedQuestion, { tokens }: PassageStates): number {
  const dimensions = words[0]?.vector.length ?? 1
  return matchOf(words, tokens, [[0, tokens.length / dimensions]])
}

/** The same for the tokens of a window and of what must be read with it, such as a row's header. */
export function windowMatch(
  { words }: AskedQuestion,
  { tokens }: PassageStates,
  windows: readonly Window[],
): number {
  const ranges = windows.map((window) => window.tokens)
  return matchOf(words, tokens, ranges)
}

type Range = readonly [number, number]

function matchOf(words: readonly AskedWord[], tokens: Int8Array, ranges: readonly Range[]): number {
  let sum = 0
  let rarities = 0
  for (const { vector, others, rarity } of words) {
    const products = ranges.flatMap((range) =>
      [vector, ...others].map((each) => bestProduct(each, tokens, range)),
    )
    sum += rarity * Math.max(...products)
    rarities += rarity
  }
  return rarities === 0 ? 0 : sum / (rarities * unit)
}

/** Whole numbers in four independent sums: the loop in which ranking spends its time. */
function bestProduct(word: Int8Array, tokens: Int8Array, [from, to]: Range): number {
  const dimensions = word.length
  let best = 0
  for (let start = from * dimensions; start < to * dimensions; start += dimensions) {
    let p = 0
    let q = 0
    let r = 0
    let s = 0
    for (let at = 0; at < dimensions; at += 4) {
      const token = start + at
      p = (p + Math.imul(word[at] ?? 0, tokens[token] ?? 0)) | 0
      q = (q + Math.imul(word[at + 1] ?? 0, tokens[token + 1] ?? 0)) | 0
      r = (r + Math.imul(word[at + 2] ?? 0, tokens[token + 2] ?? 0)) | 0
      s = (s + Math.imul(word[at + 3] ?? 0, tokens[token + 3] ?? 0)) | 0
    }
    const sum = p + q + r + s
    if (sum > best) best = sum
  }
  return best
}

/** The cosine of a direction with each window: the mean state of its tokens, "late chunking". */
export function windowCosines(vector: Float32Array, states: PassageStates): number[] {
  const products = clauseProducts(vector, states)
  return states.windows.map((window, at) => {
    const [first, last] = window.clauses
    let product = 0
    for (let clause = first; clause < last; clause++)
      product += (products[clause] ?? 0) * (states.tokenCounts[clause] ?? 0)
    return product / (states.norms[at] || 1)
  })
}

function clauseProducts(vector: Float32Array, { means, scales }: PassageStates): Float64Array {
  const products = new Float64Array(scales.length)
  for (let clause = 0; clause < scales.length; clause++) {
    let sum = 0
    const start = clause * vector.length
    for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (means[start + at] ?? 0)
    products[clause] = sum * (scales[clause] ?? 0)
  }
  return products
}
