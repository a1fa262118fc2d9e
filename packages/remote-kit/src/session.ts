import type { Feature } from '@portal/contracts/features'
import type { Permission } from '@portal/contracts/permissions'
import type { Authorization, Route } from '@portal/contracts/route'
import type { Session } from '@portal/contracts/session'
import { usePortal } from '@portal/remote-kit/portal-context'

/** The session from the gateway: person, organization, role, permissions, settings. */
export function useSession(): Session {
  return usePortal().session
}

/** Whether the person has a permission, or may call a route. Display only; services decide. */
export function can(session: Session, act: Permission | Pick<Route, 'can'>): boolean {
  const needed: Authorization = typeof act === 'string' ? act : act.can
  switch (needed) {
    case 'public':
      return true
    case 'signed-in':
      return session.person !== null
    case 'operator':
      return session.isMasterAdmin
    case 'service':
      return false
    default:
      return session.permissions.includes(needed)
  }
}

/** `can` for the present session. */
export function useCan(act: Permission | Pick<Route, 'can'>): boolean {
  return can(useSession(), act)
}

/** Whether the organization has switched a feature off. */
export function useIsOff(): (feature: Feature) => boolean {
  const { organization } = useSession()
  return (feature) => organization?.featuresOff?.includes(feature) ?? false
}
