import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'

/** The way home: mark and name of the organization, or of the product where there is none. */
export function HomeLink({ session }: { readonly session: Session }) {
  const name = session.organization?.name ?? productName
  return (
    <Link to="/" className="flex min-w-0 items-center gap-2 font-semibold" aria-label={`${name}, home`}>
      <BrandMark />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </Link>
  )
}
