import { Progress } from 'radix-ui'
import { classNames } from './class-names.ts'

export interface ProgressBarProps {
  /** What is under way: the accessible name. */
  readonly label: string
  /** Percent from 0 to 100, or null while the share is unknown. */
  readonly value: number | null
  readonly className?: string
}

/** Progress towards a maximum. The text next to it says what is happening. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value))
  return (
    <Progress.Root
      aria-label={label}
      value={percent}
      className={classNames('h-1 overflow-hidden rounded-pill bg-track', className)}
    >
      <Progress.Indicator
        className={classNames(
          'block h-full rounded-pill bg-accent transition-[width]',
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  )
}
