import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'

/** The 404 page (product §2), also of pages that only some people's data opens. */
export function NotFound() {
  return (
    <div className="mx-auto grid max-w-form place-items-center px-gutter py-16 text-center">
      <div className="flex flex-col items-center gap-3">
        <p className="font-mono text-13 text-tertiary">404</p>
        <h1 className="font-semibold text-24">Page Not Found</h1>
        <p className="text-secondary">
          Nothing is at this address. The link may be old, or a letter may be missing.
        </p>
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Go Home
        </Link>
      </div>
    </div>
  )
}
