import { type InvitationSent, invitationDays } from '@portal/contracts/invitations'
import type { Role } from '@portal/contracts/permissions'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Enqueue } from '@portal/service-kit/jobs/enqueue'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../ports.ts'
import { invitations } from '../schema.ts'
import { type InvitationRow, lockInvitation } from './load-invitation.ts'
import { admitMail } from './mail-allowance.ts'
import { presentSent } from './present-invitation.ts'
import { sendInvitation } from './send-invitation.ts'

/** The inviter; the name appears in the mail. */
export interface Inviter {
  readonly id: string
  readonly name: string
}

/** Initial state of every sending: its own link, seven days, nothing sent yet. */
export function freshSending(inviter: Inviter) {
  return {
    invitedBy: inviter.id,
    invitedByName: inviter.name,
    nonce: uuidV7(),
    expiresAt: sql`now() + make_interval(days => ${invitationDays})`,
    sentAt: null,
    problem: null,
  }
}

/** Gives a pending invitation, whose row is locked, a fresh link. */
export async function renewInvitation(
  db: TransactionHandle,
  row: InvitationRow,
  change: { readonly inviter: Inviter; readonly role: Role },
): Promise<void> {
  await db
    .update(invitations)
    .set({ role: change.role, ...freshSending(change.inviter) })
    .where(own(invitations, row, eq(invitations.id, row.id)))
}

/** Counts the mail, enqueues it if there is a mailer, and responds with the invitation. */
export async function dispatchInvitation(
  ctx: Context,
  tx: { readonly db: TransactionHandle; readonly enqueue: Enqueue },
  invitation: { readonly id: string; readonly email: string },
): Promise<z.input<typeof InvitationSent>> {
  const { organizationId, personId } = ctx
  await admitMail(tx.db, { organizationId, personId, email: invitation.email })
  if (ctx.ports.mailer) {
    const payload = { invitationId: invitation.id }
    await tx.enqueue(sendInvitation, { subject: invitation.id, payload })
  }
  const row = rowOrNotFound(await lockInvitation(tx.db, organizationId, eq(invitations.id, invitation.id)))
  return ctx.respond(tx.db, await presentSent(ctx, row))
}
