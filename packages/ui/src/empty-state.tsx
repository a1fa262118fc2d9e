import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** One sentence: why it is empty, or what fills it. */
  readonly description?: ReactNode
  /** The act that fills it. */
  readonly action?: ReactNode
  /** As a row, where several cards of one page may be empty. */
  readonly isRow?: boolean
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, description, action, isRow = false }: EmptyStateProps) {
  if (isRow)
    return (
      <div className="flex items-center gap-3 px-4 py-4">
        {icon && (
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-control bg-sunken text-tertiary [&>svg]:size-4"
          >
            {icon}
          </span>
        )}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium">{title}</p>
            {description && <p className="text-12 text-secondary">{description}</p>}
          </div>
          {action}
        </div>
      </div>
    )
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
