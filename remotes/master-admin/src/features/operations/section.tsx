import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** Shown instead of the rows when there are none. */
  readonly empty: string
  readonly rows: readonly ReactNode[]
  /** Below the rows. */
  readonly children?: ReactNode
}

/** A titled list of the report, or a sentence that says why it is empty. */
export function Section({ title, empty, rows, children }: SectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-card border border-default bg-panel">
      <h2 id={heading} className="px-4 py-3 font-semibold text-14">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="border-subtle border-t px-4 py-3 text-13 text-secondary">{empty}</p>
      ) : (
        <ul aria-labelledby={heading} className="text-13">
          {rows}
        </ul>
      )}
      {children}
    </section>
  )
}

/** A row of such a list: what it is about first, figures after it or below. */
export const rowClass =
  'flex flex-wrap items-center gap-x-4 gap-y-1 border-subtle border-t px-4 py-2.5 text-13'

/** A duration in the unit that suits it. */
export function durationText(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 100_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}
