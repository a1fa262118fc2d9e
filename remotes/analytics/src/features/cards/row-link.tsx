import { Link } from '@portal/remote-kit/link'
import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-tertiary',
  warning: 'bg-warning-subtle text-warning-text',
  danger: 'bg-danger-subtle text-danger-text',
} as const

export type RowTone = keyof typeof tones

interface RowLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly tone?: RowTone
  readonly title: string
  /** There is no title of its own: the words are quiet. */
  readonly isUntitled?: boolean
  readonly detail?: ReactNode
  /** A badge or a time. */
  readonly end?: ReactNode
}

/** One row of a card, which leads to what it is about. */
export function RowLink({ to, icon, tone = 'neutral', title, isUntitled, detail, end }: RowLinkProps) {
  return (
    <li className="border-subtle border-t first:border-t-0">
      <Link
        to={to}
        className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-control [&>svg]:size-4',
            tones[tone],
          )}
        >
          {icon}
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-52">
            <span
              dir="auto"
              className={classNames(
                'line-clamp-2 break-words',
                isUntitled ? 'text-secondary' : 'font-medium',
              )}
            >
              {title}
            </span>
            {detail && <span className="block text-12 text-tertiary">{detail}</span>}
          </span>
          {end}
        </span>
      </Link>
    </li>
  )
}
