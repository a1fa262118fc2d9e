import type { PortalRouter } from '@portal/remote-kit/portal-context'
import { usePortal } from '@portal/remote-kit/portal-context'

/** The parameters of the matched path pattern, decoded, as `{ code }` for `/join/:code`. */
export const useParams: PortalRouter['useParams'] = () => usePortal().router.useParams()

/** A function that moves to a local path or through the history. */
export const useNavigate: PortalRouter['useNavigate'] = () => usePortal().router.useNavigate()

/** The address's search parameters and a setter: for state that a link should restore. */
export const useSearchParams: PortalRouter['useSearchParams'] = () => usePortal().router.useSearchParams()

/** The path of the shown page, without search and fragment. */
export const usePathname: PortalRouter['usePathname'] = () => usePortal().router.usePathname()
