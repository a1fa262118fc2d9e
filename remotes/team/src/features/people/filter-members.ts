import type { Member } from '@portal/contracts/members'
import { roleLabels } from '@portal/contracts/permissions'
import { containsWords } from './contains-words.ts'
import { fullName } from './member-name.ts'

/** The members whose name, e-mail address or role contains every word of the text, in their order. */
export function filterMembers(members: readonly Member[], text: string): readonly Member[] {
  return members.filter((member) =>
    containsWords(`${fullName(member) ?? ''} ${member.email ?? ''} ${roleLabels[member.role]}`, text),
  )
}
