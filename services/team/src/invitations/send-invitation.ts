import { roleLabels } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { portalMail } from '@portal/service-kit/portal-mail'
import { type Mail, MailRefused } from '@portal/service-kit/ports/mailer'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { TeamPorts } from '../ports.ts'
import { invitations, organizations } from '../schema.ts'
import { invitationLink } from './invitation-link.ts'
import { type InvitationRow, invitationEvent, lockInvitation } from './invitation-row.ts'

const Payload = z.object({ invitationId: z.uuid() })
type Work = JobContext<TeamPorts, z.infer<typeof Payload>>

interface Waiting {
  readonly row: InvitationRow
  readonly organizationName: string
}

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
    const { row } = waiting
    const mail = invitationMail(waiting, await invitationLink(ctx.ports.invitations, row))
    try {
      await mailer.send({ ...mail, organizationId: ctx.organizationId })
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
): Promise<Waiting | null> {
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
  return ctx.tx(async (db, emit) => {
    const { id } = invitations
    const marked = await db
      .update(invitations)
      .set({ problem })
      .where(sameSending(ctx, row))
      .returning({ id })
    if (marked.length === 0) return
    const data = { invitationId: row.id }
    await emit(teamEvents.invitationUndeliverable, invitationEvent(ctx.organizationId, data))
  })
}

/** Each sending has its own id, which tells a retry from a mail that was requested again. */
function invitationMail({ row, organizationName }: Waiting, link: string): Mail {
  const { nonce, email, role, invitedByName, expiresAt } = row
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  const who = invitedByName === '' ? 'You have been invited' : `${invitedByName} has invited you`
  return {
    id: nonce,
    to: { address: email },
    subject: `Invitation to ${organizationName}`,
    ...portalMail({
      heading: `Join ${organizationName}`,
      paragraphs: [
        `${who} to join the organization ${organizationName} in the role of ${roleLabels[role]}.`,
        `Log in or register with the address ${email} and accept the invitation. The link works until ${until} (UTC).`,
      ],
      link: { label: 'See the invitation', url: link },
      footnote:
        'You get this mail because somebody entered your address. If you do not know them, you can ignore it: an invitation that is not accepted expires.',
    }),
  }
}
