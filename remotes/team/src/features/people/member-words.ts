import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'
import { roleLabels } from '@portal/contracts/permissions'

export function memberWords(member: Member): string {
  return `${fullName(member) ?? ''} ${member.email ?? ''} ${roleLabels[member.role]}`
}
