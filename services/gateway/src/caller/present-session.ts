import { permissionsOf } from '@portal/contracts/permissions'
import type { PortalSettings, Session } from '@portal/contracts/session'
import type { Caller } from './identify.ts'

/** The session as the shell gets it; `person` is null for a visitor. */
export function presentSession(caller: Caller | null, settings: PortalSettings): Session {
  const identity = caller?.person.identity
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
    permissions: permissionsOf(identity.role),
    settings,
  }
}

/** Pictures come from this origin or not at all: a foreign address would tell its host who looks (decision 64). */
function ownImage(url: string | null): string | null {
  return url !== null && /^\/(?!\/)/.test(url) ? url : null
}
