import type { teamApi } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Verb } from '../ports.ts'
import { isOperator, loadPerson, presentProfile } from './load-person.ts'

export const currentUser: Verb<typeof teamApi.currentUser> = async (ctx) => {
  const loaded = await ctx.platformTx((db) => loadPerson(db, ctx.personId))
  if (!loaded || loaded.person.isDisabled)
    throw new CodedError('unauthorized', 'Unauthorized: this account is not active.')
  const { person, organization, role, departments } = loaded
  return {
    id: person.id,
    ...presentProfile(person),
    organizationId: organization?.id ?? null,
    role,
    organization: organization
      ? {
          id: organization.id,
          name: organization.name,
          code: organization.code,
          ...(ctx.can('organization:read-join-code') ? { joinCode: organization.joinCode } : {}),
        }
      : null,
    departments: [...departments],
    isMasterAdmin: isOperator(person, ctx.ports.operators),
  }
}
