import type { Session } from '@portal/contracts/session'

/** What the shell assumes of a cold visitor until the session is read: nobody, and no outside address known yet. */
export const visitorSession: Session = {
  person: null,
  organization: null,
  role: null,
  isMasterAdmin: false,
  permissions: [],
  settings: {
    scheduleUrl: '',
    quizUrl: '',
    aboutUrl: '',
    contactMailbox: '',
    oidcIssuer: '',
    oidcClientId: '',
    accountUrl: '',
  },
}

/** Whether this browser was signed in before: the non-secret cookie `portal_hint`, set at login and cleared at logout (decision 10). */
export function hasPortalHint(cookies: string): boolean {
  return /(?:^|;\s*)portal_hint=[^;]/.test(cookies)
}
