import type { Invitation, InvitationSent } from '@portal/contracts/invitations'
import type { z } from 'zod'
import type { Context } from '../ports.ts'
import { invitationLink } from './invitation-link.ts'
import type { InvitationRow } from './load-invitation.ts'

/** An invitation as administrators see it. */
export function presentInvitation(row: InvitationRow): Invitation {
  const { id, email, role, createdAt, acceptedAt, expiresAt, isExpired, problem } = row
  return {
    id,
    email,
    role,
    createdAt: createdAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    isExpired: isExpired && acceptedAt === null,
    ...(problem === null ? {} : { deliveryProblem: problem }),
  }
}

/** The response to the inviter, the same for every address; without a mailer, with the link. */
export async function presentSent(
  { ports, organizationId }: Context,
  row: InvitationRow,
): Promise<z.input<typeof InvitationSent>> {
  const invitation = presentInvitation(row)
  if (ports.mailer) return { message: `An invitation is on its way to ${row.email}.`, invitation }
  return {
    message: `No mail is sent here: give ${row.email} the link.`,
    invitation,
    link: await invitationLink(ports.invitations, {
      organizationId,
      invitationId: row.id,
      nonce: row.nonce,
    }),
  }
}
