import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm'
import { campaigns } from '../acknowledgements/acknowledgement-schema.ts'
import { lockAudience } from '../acknowledgements/asked-people.ts'
import { documentOfCampaign } from '../acknowledgements/campaign-access.ts'
import { lockDocuments } from '../lifecycle/lock-document.ts'
import { approvals, documents } from '../schema.ts'
import { openFor } from './reassign-approvals.ts'

/**
 * Locks every document that a member's leaving may change, before the first is changed: those with
 * a campaign, those that they own and those on which they were to decide.
 */
export const lockForLeaving = on(
  teamEvents.memberRemoved,
  async ({ db, organizationId }, { data: { userId } }) => {
    if (organizationId === null) return
    const step = { db, organizationId }
    await lockAudience(step)
    const asked = and(documentOfCampaign, isNull(campaigns.closedAt))
    const toDecide = own(approvals, documents, eq(approvals.documentId, documents.id), openFor(userId))
    await lockDocuments(
      step,
      or(
        eq(documents.ownerId, userId),
        exists(sql`(select from ${campaigns} where ${asked})`),
        exists(sql`(select from ${approvals} where ${toDecide})`),
      ),
    )
  },
)
