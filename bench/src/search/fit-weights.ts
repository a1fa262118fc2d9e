/** The candidates of one question: a row of features each, and which of them answer it. */
export interface RankedList {
  readonly rows: readonly (readonly number[])[]
  readonly isRelevant: readonly boolean[]
  /** How much it counts. */
  readonly share: number
}

const rounds = 600
const rate = 0.05
const decay = { mean: 0.9, square: 0.999 }

/** The rows of a list one after another. */
interface FlatList extends Omit<RankedList, 'rows'> {
  readonly values: Float64Array
}

/**
 * Linear weights that rank what answers first: gradient descent (Adam, Kingma and Ba 2015) on the
 * listwise loss of ListNet's first place (Cao et al. 2007), the cross entropy of the softmax of a
 * list's scores with its relevant candidates. Lists without any are left out.
 */
export function fitWeights(lists: readonly RankedList[]): number[] {
  const usable = lists.filter(({ isRelevant }) => isRelevant.includes(true))
  const spreads = featureSpreads(usable)
  const total = usable.reduce((sum, { share }) => sum + share, 0)
  const flat = usable.map(({ rows, isRelevant, share }) => ({
    values: Float64Array.from(rows.flatMap((row) => row.map((value, at) => value / (spreads[at] ?? 1)))),
    isRelevant,
    share: share / total,
  }))
  const weights = new Float64Array(spreads.length).fill(1)
  const means = new Float64Array(spreads.length)
  const squares = new Float64Array(spreads.length)
  for (let round = 1; round <= rounds; round++) {
    for (const [at, slope] of gradientOf(flat, weights).entries()) {
      const mean = decay.mean * (means[at] ?? 0) + (1 - decay.mean) * slope
      const square = decay.square * (squares[at] ?? 0) + (1 - decay.square) * slope ** 2
      means[at] = mean
      squares[at] = square
      const step = mean / (1 - decay.mean ** round) / (Math.sqrt(square / (1 - decay.square ** round)) + 1e-9)
      weights[at] = (weights[at] ?? 0) - rate * step
    }
  }
  return spreads.map((spread, at) => (weights[at] ?? 0) / spread)
}

/** Mean standard deviation of each feature within a list, so that one rate suits all of them. */
function featureSpreads(lists: readonly RankedList[]): number[] {
  const width = lists[0]?.rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, at) => {
    const spreads = lists.map(({ rows }) => deviation(rows.map((row) => row[at] ?? 0)))
    return spreads.reduce((sum, value) => sum + value, 0) / lists.length || 1
  })
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

function gradientOf(lists: readonly FlatList[], weights: Float64Array): Float64Array {
  const width = weights.length
  const gradient = new Float64Array(width)
  for (const { values, isRelevant, share } of lists) {
    const shares = softmax(isRelevant.map((_, at) => product(values, at * width, weights)))
    const relevant = isRelevant.filter(Boolean).length
    for (const [at, probability] of shares.entries()) {
      const slope = share * (probability - (isRelevant[at] ? 1 / relevant : 0))
      for (let column = 0; column < width; column++)
        gradient[column] = (gradient[column] ?? 0) + slope * (values[at * width + column] ?? 0)
    }
  }
  return gradient
}

function product(values: Float64Array, start: number, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (values[start + at] ?? 0) * (weights[at] ?? 0)
  return sum
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
