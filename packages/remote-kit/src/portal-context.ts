import type { Client } from '@portal/contracts/client'
import type { Session } from '@portal/contracts/session'
import type { ComponentType, ReactNode } from 'react'
import { createContext, useContext } from 'react'

/** A link inside the portal. `to` is a local path; `isCurrent` sets `aria-current`. */
export interface LinkProps {
  readonly to: string
  readonly children?: ReactNode
  readonly className?: string
  readonly title?: string
  readonly replace?: boolean
  readonly isCurrent?: boolean
  readonly onClick?: (() => void) | undefined
  readonly 'aria-label'?: string
}

/** Whether the entry of the history is replaced, not followed by another. */
interface MoveOptions {
  readonly replace?: boolean
}

/** The router as remotes may use it. Its hooks follow React's rules and never change. */
export interface PortalRouter {
  readonly Link: ComponentType<LinkProps>
  readonly useParams: () => Readonly<Record<string, string | undefined>>
  /** Moves inside the portal: to a local path, or by a number of steps in the history. */
  readonly useNavigate: () => (to: string | number, options?: MoveOptions) => void
  /** The search parameters of the address and a setter that replaces them. */
  readonly useSearchParams: () => readonly [
    URLSearchParams,
    (next: URLSearchParams, options?: MoveOptions) => void,
  ]
  readonly usePathname: () => string
}

/**
 * What the shell gives every remote: the interface between builds deployed separately. Only
 * additive changes, because older remotes run in newer shells and the other way round.
 */
export interface Portal {
  readonly session: Session
  /** Reads the session again and settles once routes and navigation follow it. */
  readonly refreshSession: () => Promise<void>
  readonly client: Client
  /** The stored bearer token (local storage `auth_token`), for requests `client` cannot send. */
  readonly token: () => string | null
  readonly router: PortalRouter
  /** Leaves for the login page and comes back to the present address. */
  readonly login: () => void
  /** Like Log out in the user menu: drops the token; other tabs follow to `/` (decision 15). */
  readonly logout: () => void
}

/** One context for the whole page: a federation singleton (packages/build/src/sharing.ts). */
export const PortalContext = createContext<Portal | null>(null)

/** The portal around a screen. Throws outside the shell (tests: `TestPortal`). */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('This screen is not inside the portal: wrap it in the shell or in TestPortal')
  return portal
}
