import { createHmac } from 'node:crypto'
import { mailboxOf } from '@portal/contracts/mailbox-of'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { deleteInBatches } from '@portal/service-kit/database/delete-in-batches'
import type { Database } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import type { Secrets } from '@portal/service-kit/rotated-secrets'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { invitationMails, mailedAddresses } from '../schema.ts'

const dayMs = 86_400_000

/**
 * Mails per day that an organization and one of its members may cause, to one address, and to one
 * mailbox from all organizations together: anybody may found as many as they like.
 */
export const mailsPerDay = { organization: 300, person: 100, address: 5, mailbox: 10 }

/** A mail to be counted. */
export interface CountedMail {
  readonly organizationId: number
  readonly personId: string
  readonly email: string
}

/**
 * Counts a mail against the daily allowances, so that nobody's mailbox is flooded. The
 * organization's row is locked, which serializes the count. Throws `rate_limited`.
 */
export async function admitMail(db: TransactionHandle, mail: CountedMail): Promise<void> {
  const { organizationId, personId, email } = mail
  const wanted = own(invitationMails, { organizationId })
  await db
    .delete(invitationMails)
    .where(and(wanted, lt(invitationMails.askedAt, sql`now() - interval '1 day'`)))
  const [counted] = await db
    .select({
      organization: sql<number>`count(*)::int`,
      person: sql<number>`count(*) filter (where ${invitationMails.personId} = ${personId})::int`,
      address: sql<number>`count(*) filter (where ${invitationMails.email} = ${email})::int`,
    })
    .from(invitationMails)
    .where(wanted)
  for (const whose of ['organization', 'person', 'address'] as const)
    if ((counted?.[whose] ?? 0) >= mailsPerDay[whose])
      throw new CodedError('rate_limited', messages[whose], { retryAfterSeconds: 3600 })
  await db.insert(invitationMails).values({ ...mail, id: uuidV7() })
}

/**
 * Counts a mail to a mailbox against what all organizations may send there, and returns whether it
 * may be sent. In the platform role.
 */
export async function admitToMailbox(
  db: TransactionHandle,
  email: string,
  secrets: Secrets<string>,
): Promise<boolean> {
  const { day, addressKey, mails } = mailedAddresses
  const [counted] = await db
    .insert(mailedAddresses)
    .values({ day: dayOf(Date.now()), addressKey: mailboxKey(email, secrets), mails: 1 })
    .onConflictDoUpdate({
      target: [day, addressKey],
      set: { mails: sql`${mails} + 1` },
      setWhere: lt(mails, mailsPerDay.mailbox),
    })
    .returning({ mails })
  return counted !== undefined
}

/** Takes back the count of a mail that was not sent after all. In the platform role. */
export async function releaseMailbox(
  db: TransactionHandle,
  email: string,
  secrets: Secrets<string>,
): Promise<void> {
  const { day, addressKey, mails } = mailedAddresses
  const isCounted = and(eq(day, dayOf(Date.now())), eq(addressKey, mailboxKey(email, secrets)), gt(mails, 0))
  await db
    .update(mailedAddresses)
    .set({ mails: sql`${mails} - 1` })
    .where(isCounted)
}

/** Hourly: deletes the counts of days that are over everywhere. */
export async function forgetMailedAddresses({ platformTx }: Pick<Database, 'platformTx'>): Promise<void> {
  const where = lt(mailedAddresses.day, dayOf(Date.now() - dayMs))
  await deleteInBatches(platformTx, { from: mailedAddresses, where })
}

function mailboxKey(email: string, [secret]: Secrets<string>): string {
  return createHmac('sha256', secret)
    .update(`mailbox ${mailboxOf(email)}`)
    .digest('base64url')
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

const messages = {
  organization: 'Your organization has sent many invitations today. Please try again tomorrow.',
  person: 'You have sent many invitations today. Please try again tomorrow.',
  address: 'This address has been invited several times today. Please try again tomorrow.',
}
