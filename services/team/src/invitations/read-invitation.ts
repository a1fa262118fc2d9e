import type { invitationsApi } from '@portal/contracts/invitations'
import type { Verb } from '../ports.ts'
import { invitationOfToken, stateForPerson } from './invitation-of-token.ts'
import { learnVerifiedAddress } from './learn-verified-address.ts'

export const readInvitation: Verb<typeof invitationsApi.readInvitation> = async (ctx, { params }) => {
  const look = () =>
    ctx.platformTx(async (db) => {
      const invitation = await invitationOfToken(ctx, db, params)
      const { row, organization } = invitation
      const state = await stateForPerson(db, ctx.personId, invitation)
      return { organizationName: organization.name, email: row.email, role: row.role, state }
    })
  const seen = await look()
  return seen.state === 'unverified-address' && (await learnVerifiedAddress(ctx)) ? look() : seen
}
