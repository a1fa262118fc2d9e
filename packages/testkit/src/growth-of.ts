const runs = 20

/**
 * How many times longer work on something of the length `to` takes than on one of the length
 * `from`, each at its quickest of twenty runs: for 16 times the length, 16 if it is linear, 256 if
 * it is quadratic. A bound has room for a busy machine.
 */
export function growthOf(
  work: (length: number) => unknown,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  return quickest(() => work(to)) / quickest(() => work(from))
}

function quickest(work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}
