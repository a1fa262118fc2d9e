import { mayRemove } from '@portal/contracts/role-policy'
import type { teamApi } from '@portal/contracts/team'
import { platformQueue } from '@portal/service-kit/jobs/enqueue'
import { eq, sql } from 'drizzle-orm'
import { boundSubjects } from '../people/load-person.ts'
import type { Verb } from '../ports.ts'
import { people } from '../schema.ts'
import { assertAllowed } from './assert-allowed.ts'
import { endMemberships } from './end-membership.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { readMember } from './load-members.ts'
import { lockMemberChange, ofMember } from './lock-member-change.ts'

/**
 * Ends a membership and all sessions of the person: here at once, at the provider when available
 * (decision 40). In a platform transaction, because a person belongs to no organization.
 */
export const removeMember: Verb<typeof teamApi.removeMember> = async (ctx, { params }) => {
  const member = await readMember(ctx, params.userId)
  await ctx.platformTx(async (db, emit, enqueueFor) => {
    // Person before organization, as everywhere: else this would deadlock with an operator
    // disabling them.
    await db.select({ id: people.id }).from(people).where(eq(people.id, member.id)).for('update')
    assertAllowed(mayRemove(await lockMemberChange(db, ctx, member)))
    await endMemberships(db, emit, ofMember(ctx.organizationId, member.id))
    const sessionsValidFrom = sql`clock_timestamp()`
    await db.update(people).set({ sessionsValidFrom }).where(eq(people.id, member.id))
    const payload = { subjects: await boundSubjects(db, member.id) }
    await enqueueFor(platformQueue)(endProviderSessions, { subject: member.id, payload })
  })
  return undefined
}
