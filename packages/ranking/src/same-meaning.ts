/** Cosine from which two questions mean the same (`npm run bench -- likeness`). */
export const sameMeaning = 0.93

/** The cosine of two vectors of unit length; 0 for those of different encoders. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** What of a list means the same as a vector, the most like it; null if nothing does. */
export function mostLike<T extends { readonly vector: Float32Array }>(
  vector: Float32Array,
  list: readonly T[],
): T | null {
  let best: T | null = null
  let most = sameMeaning
  for (const each of list) {
    const similarity = cosine(vector, each.vector)
    if (similarity < most) continue
    best = each
    most = similarity
  }
  return best
}
