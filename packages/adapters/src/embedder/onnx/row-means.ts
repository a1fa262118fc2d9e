/**
 * Normalised mean of a row-major matrix. Index loops: an iterator costs a tenth of the inference.
 */
export function unitMean(states: Float32Array, dimensions: number): Float32Array {
  const sum = sumOfRows(states, { from: 0, to: states.length / dimensions, dimensions })
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => value / length)
}

/** Mean of the rows of each range (first row and the one after the last), zero for an empty one. */
export function meanOfRows(states: Float32Array, ranges: Uint16Array, dimensions: number): Float32Array {
  const means = new Float32Array((ranges.length / 2) * dimensions)
  for (let at = 0; at < ranges.length; at += 2) {
    const [from = 0, to = 0] = ranges.subarray(at, at + 2)
    const sum = sumOfRows(states, { from, to, dimensions })
    means.set(
      sum.map((value) => value / Math.max(1, to - from)),
      (at / 2) * dimensions,
    )
  }
  return means
}

interface Rows {
  readonly from: number
  readonly to: number
  readonly dimensions: number
}

function sumOfRows(states: Float32Array, { from, to, dimensions }: Rows): Float64Array {
  const sum = new Float64Array(dimensions)
  for (let start = from * dimensions; start < to * dimensions; start += dimensions) {
    for (let column = 0; column < dimensions; column++) {
      sum[column] = (sum[column] ?? 0) + (states[start + column] ?? 0)
    }
  }
  return sum
}
