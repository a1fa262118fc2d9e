import type { Member } from '@portal/contracts/members'
import { type Role, roles } from '@portal/contracts/permissions'
import { type Decision, mayChangeRole, mayRemove, type Standing } from '@portal/contracts/role-policy'

/** What may be done about a member. A refusal is the sentence that the person is told; null where the act is open. */
export interface MemberRules {
  /** Roles that can be chosen, the present one among them. */
  readonly roles: readonly Role[]
  readonly roleRefusal: string | null
  readonly removalRefusal: string | null
}

/** Who looks, at whom, in an organization of this standing. */
export interface MemberCase {
  readonly actor: { readonly id: string; readonly role: Role }
  readonly target: Member
  readonly standing: Standing
}

/** Asks the policy that the server asks too (decision 7: the screen shows the same rules). */
export function memberRules(given: MemberCase): MemberRules {
  const open = roles.filter(
    (role) => mayChangeRole({ ...given, role }).isAllowed || role === given.target.role,
  )
  // With one role left there is nothing to choose; the weakest role is refused for what the member is, not for what the role is.
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

function refusalOf(decision: Decision): string | null {
  return decision.isAllowed ? null : decision.message
}
