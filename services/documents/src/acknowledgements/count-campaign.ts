import { documentsEvents } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import type { Emit } from '@portal/service-kit/outbox/emit'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { and, count, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { DocumentsPorts } from '../ports.ts'
import { campaigns, requests } from './acknowledgement-schema.ts'
import { outstandingPeople } from './asked-people.ts'
import { ofCampaign } from './campaign-access.ts'

const Counted = z.object({ campaignId: z.uuid() })

/**
 * Says how far a campaign is, once for all the changes that wait. A job, because counting costs as
 * much as the campaign has people, and many of them acknowledge at once.
 */
export const countCampaign = job<typeof Counted, DocumentsPorts>('count-campaign', {
  payload: Counted,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: ({ organizationId, payload, tx }: JobContext<DocumentsPorts, z.infer<typeof Counted>>) =>
    tx((db, emit) => emitCounted(db, emit, { organizationId, id: payload.campaignId })),
})

/** Emits it of every campaign again. */
export const republishCampaigns: Republish = {
  what: 'campaigns',
  list: (db) => {
    const { organizationId, id } = campaigns
    return db.select({ organizationId, id }).from(campaigns).orderBy(organizationId, id)
  },
  emitAgain: emitCounted,
}

/** For services alone: nobody's screen shows it as it is. */
async function emitCounted(
  db: TransactionHandle,
  emit: Emit,
  { organizationId, id }: { readonly organizationId: number; readonly id: string },
): Promise<void> {
  const of = { organizationId }
  const wanted = own(campaigns, of, eq(campaigns.id, id))
  const [campaign] = await db.select().from(campaigns).where(wanted).for('update')
  if (!campaign) return
  const isAsked = and(eq(requests.campaignId, id), isNull(requests.releasedAt))
  const [asked] = await db
    .select({ of: count() })
    .from(requests)
    .where(own(requests, of, isAsked))
  const outstanding = (await outstandingPeople({ db, organizationId }, id)).length
  const isOpen = campaign.closedAt === null
  await emit(documentsEvents.campaignCounted, {
    subject: campaign.documentId,
    audience: null,
    data: { ...ofCampaign(campaign), asked: asked?.of ?? 0, outstanding, isOpen },
  })
}
