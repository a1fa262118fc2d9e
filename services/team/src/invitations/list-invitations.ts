import type { invitationsApi } from '@portal/contracts/invitations'
import { own } from '@portal/service-kit/database/own'
import { desc, isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { invitationColumns } from './load-invitation.ts'
import { presentInvitation } from './present-invitation.ts'

const rowsMax = 5000

export const listInvitations: Verb<typeof invitationsApi.listInvitations> = async (ctx) => {
  const rows = await ctx.tx((db) =>
    db
      .select(invitationColumns)
      .from(invitations)
      .where(own(invitations, ctx, isNull(invitations.revokedAt)))
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(rowsMax),
  )
  return rows.map(presentInvitation)
}
