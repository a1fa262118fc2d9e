import type { Role } from '@portal/contracts/permissions'
import { CodedError } from '@portal/service-kit/coded-error'

/** What the decision rests on. Counts are of the organization before the change. */
export interface RoleChange {
  readonly actor: { readonly id: string; readonly role: Role }
  readonly target: { readonly id: string; readonly role: Role }
  readonly role: Role
  readonly admins: number
  readonly facilitators: number
}

/** Whether someone with this role may give a role away: only a facilitator makes facilitators, save the first (decision 4). */
export function mayGrant(actor: Role, role: Role, facilitators: number): boolean {
  if (role !== 'facilitator') return actor === 'admin' || actor === 'facilitator'
  return actor === 'facilitator' || (actor === 'admin' && facilitators === 0)
}

/** Throws the coded error of the rule that forbids the change (specification §6, decisions 4 and 7). */
export function assertRoleChange(change: RoleChange): void {
  if (change.actor.id === change.target.id)
    throw new CodedError('forbidden', 'You cannot change your own role.')
  if (!mayGrant(change.actor.role, change.role, change.facilitators)) {
    throw new CodedError('forbidden', 'Only a facilitator can assign the facilitator role.')
  }
  if (change.target.role === 'facilitator' && change.actor.role !== 'facilitator') {
    throw new CodedError('forbidden', 'Only a facilitator can change the role of a facilitator.')
  }
  if (change.target.role === 'admin' && change.role !== 'admin' && change.admins <= 1) {
    throw new CodedError('illegal_transition', 'The organization needs at least one admin.')
  }
}
