import type { EventEnvelope } from '@portal/contracts/events'
import type { Identity } from '@portal/contracts/team'

/**
 * Whether a person may know of an event: the organization of its audience is theirs and, if the
 * audience names departments, roles or people, one of these too. Without an audience it is for
 * services only.
 */
export function concerns({ audience }: EventEnvelope, person: Identity): boolean {
  if (!audience) return false
  const { organizationId, departments, roles, users } = audience
  if (organizationId !== undefined && organizationId !== person.organization?.id) return false
  if (!departments && !roles && !users) return organizationId !== undefined
  return (
    users?.includes(person.personId) === true ||
    (person.role !== null && roles?.includes(person.role) === true) ||
    departments?.some((number) => person.departments.includes(number)) === true
  )
}
