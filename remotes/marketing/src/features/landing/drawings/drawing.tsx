import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'

/** A picture made of the product's own parts: labelled, inert for keyboard and pointer. */
export function Drawing({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames('min-w-0 text-left text-14 leading-5', className)}
    >
      <div aria-hidden="true" inert>
        {children}
      </div>
    </div>
  )
}

/** A framed part of the product. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-card border border-default bg-panel shadow-xs',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** The head of a framed part: its name and a quiet fact. */
export function PanelHead({ title, aside }: { title: string; aside?: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-2 border-default border-b px-3.5 py-2 text-13/4.5">
      <span className="min-w-0 flex-1 truncate font-semibold">{title}</span>
      {aside}
    </div>
  )
}

/** One row of a list in a framed part. */
export function PanelRow({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 border-default px-3.5 py-2 text-13/4.5 not-first:border-t">
      {children}
    </li>
  )
}
