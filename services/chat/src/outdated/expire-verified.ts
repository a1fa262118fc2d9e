import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { eq, sql } from 'drizzle-orm'
import { verifiedAnswers } from '../learned/verified-schema.ts'
import type { Replacement } from './mark-replaced.ts'

/** Ends the verified answers that cite a replaced version; who verified them is notified. */
export async function expireVerified(
  { db, emit }: Pick<ConsumerScope, 'db' | 'emit'>,
  { organizationId, documentId, versionId, replaced }: Replacement,
): Promise<void> {
  const cites = sql`${verifiedAnswers.citations} @> ${JSON.stringify([{ versionId: replaced }])}::jsonb`
  const expired = await db
    .update(verifiedAnswers)
    .set({ state: 'expired', endedAt: new Date() })
    .where(own(verifiedAnswers, { organizationId }, eq(verifiedAnswers.state, 'active'), cites))
    .returning({ id: verifiedAnswers.id, verifiedBy: verifiedAnswers.verifiedBy })
  for (const { id, verifiedBy } of expired) {
    await emit(chatEvents.verifiedAnswerExpired, {
      subject: id,
      audience: { organizationId, users: [verifiedBy] },
      data: { documentId, versionId, verifiedBy },
    })
  }
}
