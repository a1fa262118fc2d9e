/** Where a chart's values are drawn, in units of its view box. */
export interface ChartArea {
  readonly width: number
  readonly height: number
}

/** The end of an axis and its steps: whole numbers, at most four steps, from zero. */
export function axisOf(max: number): { readonly end: number; readonly ticks: readonly number[] } {
  const rough = Math.max(max, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(max / step))
  return { end: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) }
}

/** The points of a line through values, as the `d` of a path; one value is a line of its own. */
export function linePath(values: readonly number[], end: number, area: ChartArea): string {
  const [only] = values
  if (values.length === 1 && only !== undefined) {
    const y = yOf(only, end, area)
    return `M0 ${y}H${area.width}`
  }
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${xOf(at, values.length, area)} ${yOf(value, end, area)}`)
    .join('')
}

/** Where the value at a place is, from the left. */
export function xOf(at: number, count: number, { width }: ChartArea): number {
  return count < 2 ? width / 2 : rounded((at / (count - 1)) * width)
}

/** How far below the top a value is. */
export function yOf(value: number, end: number, { height }: ChartArea): number {
  return rounded(height - (value / end) * height)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
