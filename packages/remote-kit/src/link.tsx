import type { LinkProps } from '@portal/remote-kit/portal-context'
import { usePortal } from '@portal/remote-kit/portal-context'

/** A link inside the portal, without a page load. For other addresses use a plain anchor. */
export function Link(props: LinkProps) {
  const { Link: RouterLink } = usePortal().router
  return <RouterLink {...props} />
}
