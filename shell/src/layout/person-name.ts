import { fullName } from '@portal/contracts/full-name'
import type { Session } from '@portal/contracts/session'

/** How a person is called: full name, else e-mail address, else what the role says. */
export function personName(person: Session['person']): string {
  return (person && fullName(person)) || person?.email || 'Signed in'
}
