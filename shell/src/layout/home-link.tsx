import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { ShieldCheck } from 'lucide-react'

/** Name of the product where no organization's name can stand. */
export const productName = 'Portal'

/** The home link: mark and organization name. */
export function Brand({ session }: { readonly session: Session }) {
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

/** The product's mark. */
export function BrandMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-control bg-accent text-accent-on"
    >
      <ShieldCheck className="size-4" />
    </span>
  )
}
