import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'

/** A member's name, else e-mail address; null without either. */
export function memberName(member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string | null {
  return fullName(member) ?? member.email
}
