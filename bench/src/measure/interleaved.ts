import { ratios, type Spread, spread } from './statistics.ts'

/** `round` does the work once and returns its cost, in a unit that all contenders share. */
export interface Contender {
  readonly name: string
  readonly round: () => Promise<number>
}

/** Per contender: median, minimum, maximum, and the median ratio per round to the first one. */
export interface Measured extends Spread {
  readonly name: string
  readonly ratio: number
}

/**
 * Interleaved rounds in alternating order after one warm-up round, so that machine load affects all
 * contenders alike. The first contender is the reference.
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
