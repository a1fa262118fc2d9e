/** The value that this share of the values does not exceed (nearest rank); 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0
}
