import type { Session } from '@portal/contracts/session'

/** How a person is called: full name, else e-mail address, else what the role says. */
export function personName(person: Session['person']): string {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  return name || person?.email || 'Signed in'
}
