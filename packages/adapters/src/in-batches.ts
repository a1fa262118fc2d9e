/** Limits of a batch: the sum of its items' costs, and their number. */
interface BatchLimits<Item> {
  readonly costOf: (item: Item) => number
  readonly costMax: number
  readonly itemsMax?: number
}

/** Cuts a list into batches, in order. An item above `costMax` has one of its own. */
export function inBatches<Item>(items: readonly Item[], limits: BatchLimits<Item>): Item[][] {
  const { costOf, costMax, itemsMax = Number.POSITIVE_INFINITY } = limits
  const batches: Item[][] = []
  let total = 0
  for (const item of items) {
    const cost = costOf(item)
    const batch = batches.at(-1)
    const fits = batch !== undefined && batch.length < itemsMax && total + cost <= costMax
    total = fits ? total + cost : cost
    if (fits) batch.push(item)
    else batches.push([item])
  }
  return batches
}
