/** Cosine from which two questions are of one meaning; as documents groups them. */
export const sameMeaning = 0.93

/** The cosine of two vectors of unit length; 0 for those of different encoders. */
export function likeness(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

/** What of a list is most like a vector, from `least` on; null if nothing is. */
export function mostLike<T extends { readonly vector: Float32Array }>(
  vector: Float32Array,
  list: readonly T[],
  least: number,
): T | null {
  let best: T | null = null
  let most = least
  for (const each of list) {
    const cosine = likeness(vector, each.vector)
    if (cosine < most) continue
    best = each
    most = cosine
  }
  return best
}
