import type { Member } from '@portal/contracts/members'
import { type Role, roles } from '@portal/contracts/permissions'
import { mayChangeRole, mayRemove, type PolicyResult, type RoleCounts } from '@portal/contracts/role-policy'

/** What may be done about a member. A refusal is the sentence to show; null where allowed. */
export interface MemberRules {
  /** Roles that can be chosen, the present one among them. */
  readonly roles: readonly Role[]
  readonly roleRefusal: string | null
  readonly removalRefusal: string | null
}

/** The actor, the member, and the state of the organization. */
export interface MemberCase {
  readonly actor: { readonly id: string; readonly role: Role }
  readonly target: Member
  readonly counts: RoleCounts
}

/** Asks the policy that the server asks too (decision 7: the screen shows the same rules). */
export function memberRules(given: MemberCase): MemberRules {
  const open = roles.filter(
    (role) => mayChangeRole({ ...given, role }).isAllowed || role === given.target.role,
  )
  // A single role is no choice; the lowest role is refused for what the member is, not for the
  // role.
  const isFixed = open.length <= 1
  return {
    roles: open,
    roleRefusal: isFixed ? refusalOf(mayChangeRole({ ...given, role: weakestOther(given.target) })) : null,
    removalRefusal: refusalOf(mayRemove(given)),
  }
}

function weakestOther({ role }: Member): Role {
  return role === 'team_member' ? 'manager' : 'team_member'
}

function refusalOf(result: PolicyResult): string | null {
  return result.isAllowed ? null : result.message
}
