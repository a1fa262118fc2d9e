import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** One sentence: why it is empty, or what fills it. */
  readonly description?: ReactNode
  /** The act that fills it. */
  readonly action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-card border border-default bg-sunken text-tertiary [&>svg]:size-5"
        >
          {icon}
        </span>
      )}
      <div className="flex flex-col gap-1">
        <p className="font-semibold text-14">{title}</p>
        {description && <p className="max-w-90 text-secondary">{description}</p>}
      </div>
      {action}
    </div>
  )
}
