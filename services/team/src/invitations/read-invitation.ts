import type { invitationsApi } from '@portal/contracts/invitations'
import type { Verb } from '../ports.ts'
import { invitationOfToken, stateForPerson } from './invitation-of-token.ts'

export const readInvitation: Verb<typeof invitationsApi.readInvitation> = (ctx, { params }) =>
  ctx.platformTx(async (db) => {
    const invitation = await invitationOfToken(ctx, db, params)
    const { row, organization } = invitation
    const state = await stateForPerson(db, ctx.personId, invitation)
    return { organizationName: organization.name, email: row.email, role: row.role, state }
  })
