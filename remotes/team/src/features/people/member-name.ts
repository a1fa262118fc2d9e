import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'

/** How a member is called: full name, else e-mail address. Null while neither is known. */
export function memberName(member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string | null {
  return fullName(member) ?? member.email
}
