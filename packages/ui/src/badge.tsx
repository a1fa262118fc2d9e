import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'outline'

const tones: Record<BadgeTone, string> = {
  neutral: 'border-neutral-border bg-neutral-subtle text-neutral-text',
  success: 'border-success-border bg-success-subtle text-success-text',
  warning: 'border-warning-border bg-warning-subtle text-warning-text',
  danger: 'border-danger-border bg-danger-subtle text-danger-text',
  info: 'border-info-border bg-info-subtle text-info-text',
  accent: 'border-accent-border bg-accent-subtle text-accent-text',
  outline: 'border-strong text-secondary',
}

export interface BadgeProps {
  readonly tone?: BadgeTone
  /** A lucide icon before the words. */
  readonly icon?: ReactNode
  /** The status in words: the colour alone says nothing. */
  readonly children: ReactNode
  readonly className?: string
}

/** A status in a few words. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-pill border px-1.75 font-medium text-12 [&>svg]:size-3 [&>svg]:stroke-2',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
