import type { ReactNode } from 'react'

export interface CardProps {
  /** Heads the card, names the section for assistive technology. */
  readonly title: string
  /** The section's name where several have the same title. */
  readonly label?: string | undefined
  /** How many there are of what the title says. */
  readonly count?: number | undefined
  /** Quiet facts or actions at the end of the head. */
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** One thing, framed. Lists are rows in one card, not many cards. */
export function Card({ title, label = title, count, aside, footer, children }: CardProps) {
  return (
    <section aria-label={label} className="min-w-0 rounded-card border border-default bg-panel">
      <header className="flex min-h-12 flex-wrap items-center gap-2 border-subtle border-b px-4 py-2">
        <div className="flex min-w-0 flex-1 basis-28 items-baseline gap-2">
          <h2 className="min-w-0 font-semibold text-14">{title}</h2>
          {count !== undefined && <span className="text-13 text-tertiary tabular-nums">{count}</span>}
        </div>
        {aside}
      </header>
      {children}
      {footer && (
        <footer className="flex items-center gap-3 border-subtle border-t px-4 py-2.5 text-13 text-secondary">
          {footer}
        </footer>
      )}
    </section>
  )
}
