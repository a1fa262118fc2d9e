import type { Delegates } from '@portal/chat-service/ports'
import { teamApi } from '@portal/contracts/team'
import type { StartedServices } from './start-services.ts'

/** Passports for chat's jobs as the gateway gives them, of what team knows of a person now. */
export function delegatesOf(started: () => Pick<StartedServices, 'team'>): Delegates {
  return {
    passportOf: async ({ organizationId, personId }) => {
      const { team } = started()
      const reading = team.asService('gateway').call(teamApi.readIdentity, { params: { personId } })
      const identity = await reading.catch(() => null)
      if (!identity?.role || identity.organization?.id !== organizationId) return null
      const { role, departments } = identity
      const person = { personId, organizationId, role, departments, isReadOnly: true }
      const passport = await team.office.person(person, ['documents'])
      return { passport, role, departments }
    },
  }
}
