import type { LinkProps, PortalRouter } from '@portal/remote-kit/portal-context'
import { createContext, useContext } from 'react'
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router'

/** Parameters of the current route, from the registry's pattern, which the router does not know. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

/** The router for remotes, which share no react-router: that would ship its unused half. */
export const portalRouter: PortalRouter = {
  Link: PortalLink,
  useParams: () => useContext(ParamsContext),
  useNavigate: () => {
    const navigate = useNavigate()
    return (to, options = {}) => {
      if (typeof to === 'number') void navigate(to)
      else void navigate(to, options)
    }
  },
  useSearchParams: () => {
    const [search, setSearch] = useSearchParams()
    // The same page with other parameters: it stays where it is scrolled to.
    return [search, (next, options = {}) => setSearch(next, { ...options, preventScrollReset: true })]
  },
  usePathname: () => useLocation().pathname,
}

function PortalLink({ isCurrent, children, ...props }: LinkProps) {
  return (
    <RouterLink {...props} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </RouterLink>
  )
}
