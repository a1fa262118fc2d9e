import { fullName } from '@portal/contracts/full-name'
import type { Session } from '@portal/contracts/session'

/** A person's display name: full name, else e-mail address. */
export function personName(person: Session['person']): string {
  return (person && fullName(person)) || person?.email || 'Signed in'
}
