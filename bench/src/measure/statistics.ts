export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** For an even number of figures, the median is the mean of the middle two. */
export function spread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/** Ratios of two series, round by round. */
export function ratios(of: readonly number[], to: readonly number[]): Spread {
  return spread(of.map((figure, round) => figure / (to[round] ?? Number.NaN)))
}

/** The least figure that this share of all does not exceed, by nearest rank. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
