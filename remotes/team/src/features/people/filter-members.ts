import type { Member } from '@portal/contracts/members'
import { roleLabels } from '@portal/contracts/permissions'
import { comparableText } from '@portal/remote-kit/comparable-text'
import { fullName } from './member-name.ts'

/** The members whose name, e-mail address or role contains every word of the text, in their order. */
export function filterMembers(members: readonly Member[], text: string): readonly Member[] {
  const words = comparableText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return members
  return members.filter((member) => {
    const said = comparableText(`${fullName(member) ?? ''} ${member.email ?? ''} ${roleLabels[member.role]}`)
    return words.every((word) => said.includes(word))
  })
}
