import { memberPermissions } from '@portal/contracts/features'
import type { PortalSettings, Session } from '@portal/contracts/session'
import type { Identity } from '@portal/contracts/team'

/** The session for the shell; `person` is null for a visitor. */
export function presentSession(identity: Identity | null, settings: PortalSettings): Session {
  if (!identity) {
    return { person: null, organization: null, role: null, isMasterAdmin: false, permissions: [], settings }
  }
  return {
    person: {
      id: identity.personId,
      email: identity.email,
      firstName: identity.firstName,
      lastName: identity.lastName,
      profileImageUrl: ownImage(identity.profileImageUrl),
    },
    organization: identity.organization,
    role: identity.role,
    isMasterAdmin: identity.isMasterAdmin,
    permissions: memberPermissions({
      role: identity.role,
      featuresOff: identity.organization?.featuresOff ?? [],
    }),
    settings,
  }
}

/** Only this origin's pictures: another would learn who looks at them (decision 64). */
function ownImage(url: string | null): string | null {
  return url !== null && /^\/(?!\/)/.test(url) ? url : null
}
