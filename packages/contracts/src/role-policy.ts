import { type Role, roleCan, roleLabels, roles } from './permissions.ts'

/** Whether an act is allowed, or why not. `illegal_transition`: nobody may in this state. */
export type PolicyResult =
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false
      readonly code: 'forbidden' | 'illegal_transition'
      readonly message: string
      readonly suggestedAction?: string
    }

/** How many members hold the roles with a limit, before the change. */
export interface RoleCounts {
  readonly admins: number
  readonly facilitators: number
}

/** A member. `isProtected`: a configured account that no route removes (decision 7). */
export interface MemberFacts {
  readonly id: string
  readonly role: Role
  readonly isProtected?: boolean
}

/** Granting a role: by invitation, role change, or an operator who creates a person. */
export interface Grant {
  readonly by: Role | 'operator'
  readonly role: Role
  readonly facilitators: number
}

/** An attempt to change a member's role. */
export interface RoleChange {
  readonly actor: MemberFacts
  readonly target: MemberFacts
  readonly role: Role
  readonly counts: RoleCounts
}

/** An attempt to remove a member. */
export type Removal = Omit<RoleChange, 'role'>

const allowed: PolicyResult = { isAllowed: true }
const askAdministrator = 'Ask an administrator of your organization.'
const askFacilitator = 'Ask a facilitator of your organization.'

/** Counts the roles of all members. */
export function countRoles(held: readonly Role[]): RoleCounts {
  return {
    admins: held.filter((role) => role === 'admin').length,
    facilitators: held.filter((role) => role === 'facilitator').length,
  }
}

/**
 * Who may grant which role (product §6, decisions 4 and 5). Only a facilitator makes facilitators,
 * except the first, whom an admin appoints; a manager brings in employees only, an employee nobody;
 * an operator grants what their form offers.
 */
export function mayGrant({ by, role, facilitators }: Grant): PolicyResult {
  if (role === 'facilitator') {
    if (by === 'facilitator' || (by === 'admin' && facilitators === 0)) return allowed
    return forbidden('Only a facilitator can assign the facilitator role.', askFacilitator)
  }
  if (by === 'admin' || by === 'facilitator') return allowed
  if (by === 'operator') {
    if (role === 'admin' || role === 'team_member') return allowed
    return forbidden(`An operator can only give the roles ${roleLabels.admin} and ${roleLabels.team_member}.`)
  }
  if (by === 'manager' && role === 'team_member') return allowed
  return by === 'manager'
    ? forbidden(`A manager can only bring in people as ${roleLabels.team_member}.`, askAdministrator)
    : forbidden('You do not have permission to invite people.', askAdministrator)
}

/** Who may change whose role to what (product §6, decisions 4 and 7). */
export function mayChangeRole({ actor, target, role, counts }: RoleChange): PolicyResult {
  if (!roleCan(actor.role, 'member:change-role'))
    return forbidden('You do not have permission to change roles.', askAdministrator)
  if (actor.id === target.id) return forbidden('You cannot change your own role.')
  if (target.isProtected && isWeaker(role, target.role))
    return forbidden('The role of this built-in account cannot be lowered.')
  const grant = mayGrant({ by: actor.role, role, facilitators: counts.facilitators })
  if (!grant.isAllowed) return grant
  if (target.role === 'facilitator' && actor.role !== 'facilitator')
    return forbidden('Only a facilitator can change the role of a facilitator.', askFacilitator)
  return target.role === 'admin' && role !== 'admin' ? adminLeaves(counts) : allowed
}

/** Who may remove whom from the organization (product §6, decisions 7 and 40). */
export function mayRemove({ actor, target, counts }: Removal): PolicyResult {
  if (!roleCan(actor.role, 'member:remove'))
    return forbidden('You do not have permission to remove people.', askAdministrator)
  if (actor.id === target.id) return forbidden('You cannot remove yourself.')
  if (target.isProtected) return forbidden('This built-in account cannot be removed.')
  if (target.role === 'facilitator' && actor.role !== 'facilitator')
    return forbidden('Only a facilitator can remove a facilitator.', askFacilitator)
  return target.role === 'admin' ? adminLeaves(counts) : allowed
}

/** Holders of the permission assign departments to anyone but themselves (product §6). */
export function mayAssignDepartments({ actor, target }: Pick<Removal, 'actor' | 'target'>): PolicyResult {
  if (!roleCan(actor.role, 'member:assign-departments'))
    return forbidden('You do not have permission to assign departments.', askAdministrator)
  return actor.id === target.id ? forbidden('You cannot change your own row.') : allowed
}

/** The organization keeps at least one admin. */
function adminLeaves({ admins }: RoleCounts): PolicyResult {
  if (admins > 1) return allowed
  return {
    isAllowed: false,
    code: 'illegal_transition',
    message: 'The organization needs at least one admin.',
    suggestedAction: 'Make somebody else an admin first.',
  }
}

function isWeaker(role: Role, than: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(than)
}

function forbidden(message: string, suggestedAction?: string): PolicyResult {
  return {
    isAllowed: false,
    code: 'forbidden',
    message,
    ...(suggestedAction === undefined ? {} : { suggestedAction }),
  }
}
