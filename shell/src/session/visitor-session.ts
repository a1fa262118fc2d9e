import type { Session } from '@portal/contracts/session'

/** The presumed session of a cold visitor: no person. */
export const visitorSession: Session = {
  person: null,
  organization: null,
  role: null,
  isMasterAdmin: false,
  permissions: [],
  settings: {
    oidcIssuer: '',
    oidcClientId: '',
    accountUrl: '',
  },
}

/** Whether this browser was logged in before: the non-secret cookie `portal_hint` (decision 10). */
export function hasPortalHint(cookies: string): boolean {
  return /(?:^|;\s*)portal_hint=[^;]/.test(cookies)
}
