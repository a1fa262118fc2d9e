/** A share as a bar; the figure beside it says the same. `color` is a token of the charts. */
export function Bar({
  share,
  color = 'var(--chart-1)',
}: {
  readonly share: number
  readonly color?: string
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="block h-1.5 w-full rounded-pill bg-track"
    >
      <rect width={100 * Math.min(1, Math.max(0, share))} height={1} rx={0} style={{ fill: color }} />
    </svg>
  )
}
