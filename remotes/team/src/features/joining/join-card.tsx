import type { ReactNode } from 'react'

export interface JoinCardProps {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Buttons, the primary one first. */
  readonly children: ReactNode
}

/** What the page has to say, and what can be done. */
export function JoinCard({ icon, title, text, children }: JoinCardProps) {
  return (
    <div className="flex animate-appear flex-col items-center gap-6 text-center">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-card border border-default bg-sunken text-accent-text [&>svg]:size-5"
      >
        {icon}
      </span>
      <div className="flex max-w-full flex-col gap-1">
        <h1 className="text-balance break-words font-semibold text-20">{title}</h1>
        {text && <p className="text-pretty text-secondary">{text}</p>}
      </div>
      <div className="flex w-full flex-col gap-2">{children}</div>
    </div>
  )
}
