import type { Role } from '@portal/contracts/permissions'
import { countRoles, mayGrant } from '@portal/contracts/role-policy'
import { useSession } from '@portal/remote-kit/session'
import { useMembers } from '../people/queries.ts'

export interface OfferedRole {
  readonly role: Role
  /** Why this person cannot give it; null where they can. */
  readonly refusal: string | null
}

/**
 * These roles with the shared policy's verdict on granting them (decisions 4 and 5). The server
 * stops a person who may grant none, and says whom to ask.
 */
export function useOfferedRoles(roles: readonly Role[]): readonly OfferedRole[] {
  const { role: by } = useSession()
  const { data: members } = useMembers()
  const { facilitators } = countRoles((members ?? []).map(({ role }) => role))
  const offered = roles.map((role) => {
    const decision = by === null ? null : mayGrant({ by, role, facilitators })
    return { role, refusal: decision?.isAllowed === false ? decision.message : null }
  })
  const hasChoice = offered.some(({ refusal }) => refusal === null)
  return hasChoice ? offered : offered.map(({ role }) => ({ role, refusal: null }))
}
