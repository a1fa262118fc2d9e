/** One contender: `round` does its work once and says what that cost, in the unit that all contenders share. */
export interface Contender {
  readonly name: string
  readonly round: () => Promise<number>
}

/** What came out: per contender the median, minimum and maximum, and the median of its per-round ratio to the first contender. */
export interface Measured {
  readonly name: string
  readonly median: number
  readonly min: number
  readonly max: number
  readonly ratio: number
}

/**
 * Rounds in turns, the order reversed every other time, after one round each to warm up: what slows the machine slows all contenders
 * alike. The first contender is the reference of the ratios.
 */
export async function interleaved(contenders: readonly Contender[], rounds: number): Promise<Measured[]> {
  const costs = new Map(contenders.map((contender) => [contender, [] as number[]]))
  for (const contender of contenders) await contender.round()
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      costs.get(contender)?.push(await contender.round())
    }
  }
  const reference = [...costs.values()][0] ?? []
  return [...costs].map(([{ name }, mine]) => ({
    name,
    median: median(mine),
    min: Math.min(...mine),
    max: Math.max(...mine),
    ratio: median(mine.map((cost, round) => cost / (reference[round] ?? Number.NaN))),
  }))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
