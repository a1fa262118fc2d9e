import { fullName } from '@portal/contracts/full-name'
import { type InvitationSent, invitationDays, type invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import type { Enqueue } from '@portal/service-kit/jobs/enqueue'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { assertMayGrant, lockMemberRoles } from '../members/member-roles.ts'
import type { Context, Verb } from '../ports.ts'
import { invitations, memberships, people } from '../schema.ts'
import { invitationLink } from './invitation-link.ts'
import {
  changeInvitation,
  type InvitationRow,
  invitationColumns,
  invitationEvent,
  lockInvitation,
  presentInvitation,
} from './invitation-row.ts'
import { admitMail, admitToMailbox, releaseMailbox } from './mail-allowance.ts'
import { sendInvitation } from './send-invitation.ts'

export const listInvitations: Verb<typeof invitationsApi.listInvitations> = async (ctx, { query }) => {
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: invitations,
      where: own(invitations, ctx, isNull(invitations.revokedAt)),
      after: query.cursor === undefined ? undefined : lt(invitations.id, query.cursor),
      load: (where, limit) =>
        db
          .select(invitationColumns)
          .from(invitations)
          .where(where)
          .orderBy(desc(invitations.id))
          .limit(limit),
    }),
  )
  return rows.map(presentInvitation)
}

/**
 * Invites an address. Whether it has an account or another organization is never looked up, so
 * neither response nor timing reveals it (decisions 16 and 47). Inviting an address again sends a
 * fresh link with the new role.
 */
export const createInvitation: Verb<typeof invitationsApi.createInvitation> = async (ctx, { body }) => {
  const { organizationId, personId } = ctx
  const { email, role } = body
  const { inviter, isOwnMember } = await readInviter(ctx, email)
  return mailing(ctx, email, async ({ db, emit, enqueue, problem }) => {
    const roles = await lockMemberRoles(db, { organizationId, personId })
    assertMayGrant(roles, role)
    if (isOwnMember)
      throw new CodedError('already_member', 'This person is a member of your organization already.')
    const unaccepted = and(eq(invitations.email, email), isNull(invitations.acceptedAt))
    const pending = await lockInvitation(db, organizationId, unaccepted)
    const id = pending?.id ?? uuidV7()
    const about = { invitationId: id }
    if (pending) {
      // Replacing a role takes the same right as granting it.
      assertMayGrant(roles, pending.role)
      await changeInvitation(db, pending, { role, ...freshSending(inviter, problem) })
      await emit(teamEvents.invitationResent, invitationEvent(organizationId, about))
    } else {
      await db
        .insert(invitations)
        .values({ organizationId, id, email, role, ...freshSending(inviter, problem) })
      await emit(teamEvents.invitationCreated, invitationEvent(organizationId, { ...about, role }))
    }
    return dispatch(ctx, { db, enqueue, problem }, { id, email })
  })
}

/** Sends a fresh link in the name of this member, whose right to grant the role it now rests on. */
export const resendInvitation: Verb<typeof invitationsApi.resendInvitation> = async (ctx, { params }) => {
  const { organizationId, personId } = ctx
  const { inviter } = await readInviter(ctx, null)
  const { email } = await ctx.tx((db) => lockPending(db, organizationId, params.id))
  return mailing(ctx, email, async ({ db, emit, enqueue, problem }) => {
    const roles = await lockMemberRoles(db, { organizationId, personId })
    const pending = await lockPending(db, organizationId, params.id)
    assertMayGrant(roles, pending.role)
    await changeInvitation(db, pending, freshSending(inviter, problem))
    await emit(teamEvents.invitationResent, invitationEvent(organizationId, { invitationId: pending.id }))
    return dispatch(ctx, { db, enqueue, problem }, pending)
  })
}

/** Once committed, the link is invalid and the invitation in no list. */
export const revokeInvitation: Verb<typeof invitationsApi.revokeInvitation> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    const pending = await lockPending(db, organizationId, params.id)
    await changeInvitation(db, pending, { revokedAt: new Date() })
    await emit(teamEvents.invitationRevoked, invitationEvent(organizationId, { invitationId: pending.id }))
    return undefined
  })

interface Inviter {
  readonly id: string
  /** Appears in the mail. */
  readonly name: string
}

/**
 * The inviter, and whether the address belongs to a member of the same organization. Platform role:
 * people belong to no organization.
 */
function readInviter(
  ctx: Context,
  email: string | null,
): Promise<{ readonly inviter: Inviter; readonly isOwnMember: boolean }> {
  const { personId: id } = ctx
  return ctx.platformTx(async (db) => {
    const [person] = await db.select().from(people).where(eq(people.id, id))
    const members = await db
      .select({ id: people.id })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(own(memberships, ctx, eq(sql`lower(${people.email})`, email)))
    const name = fullName(rowOrNotFound(person)) ?? ''
    return { inviter: { id, name }, isOwnMember: members.length > 0 }
  })
}

/** What a transaction that sends a mail works with; `problem` says why none goes out, else null. */
interface Mailing {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly enqueue: Enqueue
  readonly problem: string | null
}

/**
 * Counts a mail to a mailbox over all organizations, and takes the count back when none is sent.
 * A full mailbox looks like a mail that failed, so that nobody learns whom others invite.
 */
async function mailing<T>(ctx: Context, email: string, work: (mailing: Mailing) => Promise<T>): Promise<T> {
  const { mailer, invitations: links } = ctx.ports
  const isCounted =
    mailer !== null && (await ctx.platformTx((db) => admitToMailbox(db, email, links.secrets)))
  const problem = isCounted || !mailer ? null : 'The mail could not be sent today. Please try again tomorrow.'
  try {
    return await ctx.tx((db, emit, enqueue) => work({ db, emit, enqueue, problem }))
  } catch (error) {
    if (isCounted) await ctx.platformTx((db) => releaseMailbox(db, email, links.secrets))
    throw error
  }
}

/** Initial state of every sending: its own link, seven days, nothing sent yet. */
function freshSending(inviter: Inviter, problem: string | null) {
  return {
    invitedBy: inviter.id,
    invitedByName: inviter.name,
    nonce: uuidV7(),
    expiresAt: sql`now() + make_interval(days => ${invitationDays})`,
    sentAt: null,
    problem,
  }
}

/** Locks one of the organization's pending invitations; a revoked one is not found. */
async function lockPending(
  db: TransactionHandle,
  organizationId: number,
  id: string,
): Promise<InvitationRow> {
  const row = rowOrNotFound(await lockInvitation(db, organizationId, eq(invitations.id, id)))
  if (row.acceptedAt) throw new CodedError('illegal_transition', 'This invitation was accepted already.')
  return row
}

/**
 * Counts the mail, enqueues it if there is a mailer, and responds with the invitation, the same for
 * every address; without a mailer, with the link.
 */
async function dispatch(
  ctx: Context,
  { db, enqueue, problem }: Omit<Mailing, 'emit'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<z.input<typeof InvitationSent>> {
  const { organizationId, personId, ports } = ctx
  await admitMail(db, { organizationId, personId, email })
  if (ports.mailer && problem === null)
    await enqueue(sendInvitation, { subject: id, payload: { invitationId: id } })
  const row = rowOrNotFound(await lockInvitation(db, organizationId, eq(invitations.id, id)))
  const invitation = presentInvitation(row)
  return ctx.respond(
    db,
    ports.mailer
      ? { message: problem ?? `An invitation is on its way to ${email}.`, invitation }
      : {
          message: `No mail is sent here: give ${email} the link.`,
          invitation,
          link: await invitationLink(ports.invitations, row),
        },
  )
}
