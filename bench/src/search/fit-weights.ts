/** The candidates of one question: a row of features each, and which of them answer it. */
export interface RankedList {
  readonly rows: readonly (readonly number[])[]
  readonly isRelevant: readonly boolean[]
}

const rounds = 600
const rate = 0.05
const decay = { mean: 0.9, square: 0.999 }

/**
 * Linear weights that rank what answers first: gradient descent (Adam, Kingma and Ba 2015) on the
 * listwise loss of ListNet's first place (Cao et al. 2007), the cross entropy of the softmax of a
 * list's scores with its relevant candidates. Lists without any are left out.
 */
export function fitWeights(lists: readonly RankedList[]): number[] {
  const usable = lists.filter(({ isRelevant }) => isRelevant.includes(true))
  const spreads = featureSpreads(usable)
  const scaled = usable.map(({ rows, isRelevant }) => ({
    rows: rows.map((row) => row.map((value, at) => value / (spreads[at] ?? 1))),
    isRelevant,
  }))
  const weights = spreads.map(() => 1)
  const means = spreads.map(() => 0)
  const squares = spreads.map(() => 0)
  for (let round = 1; round <= rounds; round++) {
    const gradient = gradientOf(scaled, weights)
    for (const [at, slope] of gradient.entries()) {
      const mean = decay.mean * (means[at] ?? 0) + (1 - decay.mean) * slope
      const square = decay.square * (squares[at] ?? 0) + (1 - decay.square) * slope ** 2
      means[at] = mean
      squares[at] = square
      const step = mean / (1 - decay.mean ** round) / (Math.sqrt(square / (1 - decay.square ** round)) + 1e-9)
      weights[at] = (weights[at] ?? 0) - rate * step
    }
  }
  return weights.map((weight, at) => weight / (spreads[at] ?? 1))
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

function gradientOf(lists: readonly RankedList[], weights: readonly number[]): number[] {
  const gradient = weights.map(() => 0)
  for (const { rows, isRelevant } of lists) {
    const shares = softmax(rows.map((row) => product(row, weights)))
    const relevant = isRelevant.filter(Boolean).length
    for (const [at, row] of rows.entries()) {
      const slope = (shares[at] ?? 0) - (isRelevant[at] ? 1 / relevant : 0)
      for (const [column, value] of row.entries())
        gradient[column] = (gradient[column] ?? 0) + (slope * value) / lists.length
    }
  }
  return gradient
}

function product(row: readonly number[], weights: readonly number[]): number {
  let sum = 0
  for (const [at, value] of row.entries()) sum += value * (weights[at] ?? 0)
  return sum
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
