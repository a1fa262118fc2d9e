import type { LinkProps } from '@portal/remote-kit/portal-context'
import { usePortal } from '@portal/remote-kit/portal-context'

/** A link to a place of the portal, without loading the page anew. For other addresses use a plain anchor. */
export function Link(props: LinkProps) {
  const { Link: RouterLink } = usePortal().router
  return <RouterLink {...props} />
}
