import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'

interface NotFoundProps {
  /** Stands beside it, as what may have been meant. */
  readonly aside?: ReactNode
}

/** The 404 page (product §2), also of pages that only some people's data opens. */
export function NotFound({ aside }: NotFoundProps) {
  return (
    <div
      className={classNames(
        'mx-auto grid w-full items-center gap-x-16 gap-y-10 px-gutter py-16',
        aside ? 'max-w-form lg:max-w-content lg:grid-cols-2' : 'max-w-form',
      )}
    >
      <div
        className={classNames(
          'flex flex-col items-center gap-3 text-center',
          aside ? 'lg:items-start lg:text-start' : null,
        )}
      >
        <p className="rounded-full border border-default bg-sunken px-2.5 py-0.5 font-medium text-12 text-secondary">
          404
        </p>
        <h1 className="font-semibold text-24 tracking-tight md:text-32">Page Not Found</h1>
        <p className="max-w-90 text-secondary">
          Nothing is at this address. The link may be old, or a letter may be missing.
        </p>
        <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Go Home
        </Link>
      </div>
      {aside}
    </div>
  )
}
