import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { MailRefused } from '@portal/service-kit/ports/mailer'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { TeamPorts } from '../ports.ts'
import { invitations, organizations } from '../schema.ts'
import { invitationEvent } from './invitation-event.ts'
import { invitationLink } from './invitation-link.ts'
import { invitationMail } from './invitation-mail.ts'
import { type InvitationRow, lockInvitation } from './load-invitation.ts'

const Payload = z.object({ invitationId: z.uuid() })
type Work = JobContext<TeamPorts, z.infer<typeof Payload>>

/**
 * Mails an invitation. While the mailer is unavailable the job waits; a permanently refused address
 * is shown in the list. The link is built from the row, so crossing sendings carry the same valid
 * link.
 */
export const sendInvitation = job<typeof Payload, TeamPorts>('send-invitation', {
  payload: Payload,
  maxAttempts: 5,
  leaseMs: 60_000,
  concurrency: 2,
  run: async (ctx) => {
    const { mailer } = ctx.ports
    const waiting = await ctx.tx((db) => loadWaiting(db, ctx))
    if (!mailer || !waiting) return
    const { row, organizationName } = waiting
    const { organizationId } = ctx
    const link = await invitationLink(ctx.ports.invitations, {
      organizationId,
      invitationId: row.id,
      nonce: row.nonce,
    })
    try {
      await mailer.send({ ...invitationMail({ ...row, organizationName, link }), organizationId })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      return markUndeliverable(ctx, row, error.message)
    }
    await ctx.tx((db) => db.update(invitations).set({ sentAt: new Date() }).where(sameSending(ctx, row)))
  },
  failed: async (ctx) => {
    const waiting = await ctx.tx((db) => loadWaiting(db, ctx))
    if (waiting) await markUndeliverable(ctx, waiting.row, 'The mail could not be sent.')
  },
})

/** Null if it was sent, revoked, accepted or has expired, or the organization is disabled. */
async function loadWaiting(
  db: TransactionHandle,
  { organizationId, payload }: Work,
): Promise<{ readonly row: InvitationRow; readonly organizationName: string } | null> {
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), isNull(organizations.disabledAt)))
  const row = await lockInvitation(db, organizationId, eq(invitations.id, payload.invitationId))
  if (!organization || !row || row.sentAt || row.acceptedAt || row.isExpired || row.problem !== null)
    return null
  return { row, organizationName: organization.name }
}

function sameSending({ organizationId }: Work, { id, nonce }: InvitationRow) {
  return own(invitations, { organizationId }, eq(invitations.id, id), eq(invitations.nonce, nonce))
}

function markUndeliverable(ctx: Work, row: InvitationRow, problem: string): Promise<void> {
  return ctx.tx(async (db: TransactionHandle, emit: Emit) => {
    const marked = await db
      .update(invitations)
      .set({ problem })
      .where(sameSending(ctx, row))
      .returning({ id: invitations.id })
    if (marked.length === 0) return
    await emit(
      teamEvents.invitationUndeliverable,
      invitationEvent(ctx.organizationId, row.id, { invitationId: row.id }),
    )
  })
}
