/** Cosine from which two questions are of one meaning; as documents groups them. */
const sameMeaning = 0.93

/** The group whose vector, of unit length, is most like this one; null if none means the same. */
export function mostLike<T extends { readonly vector: Float32Array }>(
  vector: Float32Array,
  groups: readonly T[],
): T | null {
  let best: T | null = null
  let most = sameMeaning
  for (const group of groups) {
    const cosine = likeness(vector, group.vector)
    if (cosine < most) continue
    best = group
    most = cosine
  }
  return best
}

/** The cosine; 0 for vectors of different encoders. */
function likeness(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
