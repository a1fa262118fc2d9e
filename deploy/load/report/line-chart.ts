import { type Html, html } from '@portal/service-kit/html'

/** Values over seconds; `color` names a variable of the page. */
export interface Series {
  readonly label: string
  readonly color: string
  readonly points: readonly (readonly [second: number, value: number])[]
}

export interface Chart {
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
}

const size = { width: 720, height: 220, left: 52, right: 12, top: 14, bottom: 28 }
const gridLines = 4

/** A chart as SVG with its legend; the table of the page says the same in words. */
export function lineChart({ title, unit, series }: Chart): Html {
  const all = series.flatMap(({ points }) => points)
  const last = Math.max(1, ...all.map(([second]) => second))
  const top = roundUp(Math.max(1e-9, ...all.map(([, value]) => value)))
  const x = (second: number) => size.left + ((size.width - size.left - size.right) * second) / last
  const y = (value: number) =>
    size.height - size.bottom - ((size.height - size.top - size.bottom) * value) / top
  const path = (points: Series['points']) =>
    points
      .map(
        ([second, value], index) =>
          `${index === 0 ? 'M' : 'L'}${x(second).toFixed(1)} ${y(value).toFixed(1)}`,
      )
      .join('')
  const rows = Array.from({ length: gridLines + 1 }, (_, index) => (top * index) / gridLines)
  const columns = Array.from({ length: 7 }, (_, index) => Math.round((last * index) / 6))
  return html`<figure><figcaption><strong>${title}</strong> <span>${unit}</span></figcaption>
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}, ${unit}">
${rows.map((value) => html`<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${y(value)}" y2="${y(value)}"/><text x="${size.left - 8}" y="${y(value) + 4}" text-anchor="end">${short(value)}</text>`)}
${[...new Set(columns)].map((second) => html`<text x="${x(second)}" y="${size.height - 8}" text-anchor="middle">${second} s</text>`)}
${series.map(({ color, points }) => html`<path d="${path(points)}" stroke="var(--${color})"/>`)}
</svg><p class="legend">${series.map(({ label, color }) => html`<span><i style="background:var(--${color})"></i>${label}</span>`)}</p></figure>`
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

function short(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(0)}k`
  return value >= 10 || value === 0 ? value.toFixed(0) : value.toPrecision(2)
}
