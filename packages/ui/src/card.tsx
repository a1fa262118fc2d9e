import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Heads the card, names the section for assistive technology. */
  readonly title?: string
  /** How many there are of what the title says. */
  readonly count?: number | undefined
  /** Heading level of the title. */
  readonly level?: 2 | 3
  /** Quiet facts or actions at the end of the head. */
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  /** Rows go to the edge; other content is padded. */
  readonly flush?: boolean
}

/** One thing, framed. Lists are rows in one card, not many cards. */
export function Card({
  title,
  count,
  level = 2,
  aside,
  footer,
  flush = false,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = `h${level}` as const
  return (
    <section
      {...(title === undefined ? {} : { 'aria-label': title })}
      {...rest}
      className={classNames('min-w-0 rounded-card border border-default bg-panel', className)}
    >
      {title !== undefined && (
        <header className="flex min-h-12 flex-wrap items-center gap-2 border-subtle border-b px-4 py-2">
          <div className="flex min-w-0 flex-1 items-baseline gap-2">
            <Heading className="min-w-0 font-semibold text-14">{title}</Heading>
            {count !== undefined && <span className="text-13 text-tertiary tabular-nums">{count}</span>}
          </div>
          {aside}
        </header>
      )}
      {flush ? children : <div className="p-4">{children}</div>}
      {footer && (
        <footer className="flex items-center gap-3 border-subtle border-t px-4 py-2.5 text-13 text-secondary">
          {footer}
        </footer>
      )}
    </section>
  )
}
