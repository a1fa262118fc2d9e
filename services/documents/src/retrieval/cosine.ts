/** Vectors have unit length, so the product is the cosine. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number | null {
  if (!a || !b) return null
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
