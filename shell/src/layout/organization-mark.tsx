import type { Session } from '@portal/contracts/session'
import { BrandMark } from '@portal/ui/brand'

/** The organization's logo, else the product's mark. Decorative: always next to the name. */
export function OrganizationMark({ session }: { readonly session: Session }) {
  const logoUrl = session.organization?.logoUrl
  if (!logoUrl) return <BrandMark />
  return <img src={logoUrl} alt="" className="h-6.5 max-w-16 shrink-0 object-contain" />
}
