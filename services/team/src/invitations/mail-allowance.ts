import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, lt, sql } from 'drizzle-orm'
import { invitationMails } from '../schema.ts'

/** Mails per day that an organization, one of its members, and one invited address may cause. */
export const mailsPerDay = { organization: 300, person: 100, address: 5 }

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

const messages = {
  organization: 'Your organization has sent many invitations today. Please try again tomorrow.',
  person: 'You have sent many invitations today. Please try again tomorrow.',
  address: 'This address has been invited several times today. Please try again tomorrow.',
}
