import { ratios, type Spread, spread } from './statistics.ts'

/** One contender: `round` does its work once and says what that cost, in the unit that all contenders share. */
export interface Contender {
  readonly name: string
  readonly round: () => Promise<number>
}

/** What came out: per contender the median, minimum and maximum, and the median of its per-round ratio to the first contender. */
export interface Measured extends Spread {
  readonly name: string
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
    ...spread(mine),
    ratio: ratios(mine, reference).median,
  }))
}
