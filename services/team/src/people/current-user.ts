import type { teamApi } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { organizations, removedMembers } from '../schema.ts'
import { isOperator, loadPerson, presentProfile } from './load-person.ts'

export const currentUser: Verb<typeof teamApi.currentUser> = async (ctx) => {
  const { loaded, removedFrom } = await ctx.platformTx(async (db) => ({
    loaded: await loadPerson(db, ctx.personId),
    removedFrom: await lastRemoval(db, ctx.personId),
  }))
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
    removedFrom: organization ? null : removedFrom,
  }
}

/** Of organizations that still exist, with the name of today. */
async function lastRemoval(db: TransactionHandle, personId: string) {
  const { removedAt } = removedMembers
  const [removal] = await db
    .select({ name: organizations.name, removedAt })
    .from(removedMembers)
    .innerJoin(organizations, eq(organizations.id, removedMembers.organizationId))
    .where(and(eq(removedMembers.personId, personId), isNull(organizations.disabledAt)))
    .orderBy(desc(removedAt))
    .limit(1)
  return removal ? { ...removal, removedAt: removal.removedAt.toISOString() } : null
}
