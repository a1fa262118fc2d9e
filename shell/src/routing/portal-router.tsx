import type { LinkProps, PortalRouter } from '@portal/remote-kit/portal-context'
import { createContext, useContext } from 'react'
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router'
import { isLayerStep } from './close-on-back.ts'

/** Parameters of the current route, from the registry's pattern, which the router does not know. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

/** The router for remotes, which share no react-router: that would ship its unused half. */
export const portalRouter: PortalRouter = {
  Link: PortalLink,
  useParams: () => useContext(ParamsContext),
  useNavigate: () => {
    const navigate = useNavigate()
    const isStep = useIsLayerStep()
    return (to, options = {}) => {
      if (typeof to === 'number') void navigate(to)
      else void navigate(to, isStep ? { replace: true } : options)
    }
  },
  useSearchParams: () => {
    const [search, setSearch] = useSearchParams()
    const isStep = useIsLayerStep()
    // The same page with other parameters: it stays where it is scrolled to.
    return [
      search,
      (next, { replace = false } = {}) =>
        setSearch(next, { replace: replace || isStep, preventScrollReset: true }),
    ]
  },
  usePathname: () => useLocation().pathname,
}

/** Moving on while a dialog is open, from within it usually, takes the place of its step. */
function useIsLayerStep(): boolean {
  return isLayerStep(useLocation())
}

function PortalLink({ isCurrent, children, replace = false, ...props }: LinkProps) {
  const isStep = useIsLayerStep()
  return (
    <RouterLink {...props} replace={replace || isStep} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </RouterLink>
  )
}
