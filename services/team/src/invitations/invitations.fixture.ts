import type { Role } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { sql } from 'drizzle-orm'
import { startTeamUnderTest } from '../../test/team-under-test.ts'
import { invitations } from '../schema.ts'

export type InvitingTeam = Awaited<ReturnType<typeof startInviting>>

/** Starts team with this mailer. */
export async function startInviting(mailer: Mailer | null) {
  const team = await startTeamUnderTest({ mailer })
  /** A further member of the founder's organization. */
  const member = async (founder: string, role?: Role) => {
    const admin = await team.as(founder)
    const { organization } = await admin.call(teamApi.currentUser, {})
    return team.join({ admin, joinCode: organization?.joinCode ?? '' }, role)
  }
  /** Ages the organization's invitations. */
  const letDaysPass = async (organizationId: number, days: number) => {
    const database = openDatabase({ urls: team.under.urls, name: 'time' })
    const earlier = (column: typeof invitations.expiresAt | typeof invitations.createdAt) =>
      sql`${column} - make_interval(days => ${days})`
    await database.platformTx((db) =>
      db
        .update(invitations)
        .set({ expiresAt: earlier(invitations.expiresAt), createdAt: earlier(invitations.createdAt) })
        .where(own(invitations, { organizationId })),
    )
    await database.close()
  }
  return { ...team, member, letDaysPass }
}
