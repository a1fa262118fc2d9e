import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { illegal, type Step } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { campaigns } from './acknowledgement-schema.ts'
import { emitTo, outstandingPeople } from './asked-people.ts'
import {
  type CampaignRow,
  isRunning,
  type LockedCampaign,
  lockCampaign,
  managedCampaign,
  ofCampaign,
} from './campaign-access.ts'
import { countCampaign } from './count-campaign.ts'
import { dayOf, isPast } from './due-days.ts'
import { loadCampaign } from './list-campaigns.ts'

/** Between two reminders by hand, and after one that was sent by itself. */
const pauseMs = 24 * 3_600_000

export const remindPeople: Verb<typeof documentsApi.remindPeople> = (ctx, { params }) =>
  changeCampaign(ctx, params.id, async (step, locked) => {
    const { campaign, document } = locked
    if (!isRunning(locked)) throw illegal('This campaign has ended.')
    if (!document.isActive) throw illegal('A document that is not in force cannot be acknowledged.')
    assertRested(campaign)
    const people = await outstandingPeople(step, campaign.id)
    if (people.length === 0)
      throw new CodedError('conflict', 'Everyone who is asked has acknowledged already.')
    await updateCampaign(step, campaign, { remindedAt: new Date() })
    const state = isPast(campaign.dueOn, await dayOf(step.db, step)) ? 'overdue' : 'due'
    await emitTo(step, campaign, { what: 'acknowledgementReminded', people, state })
  })

function assertRested({ remindedAt }: CampaignRow): void {
  const waitMs = (remindedAt?.getTime() ?? 0) + pauseMs - Date.now()
  if (waitMs <= 0) return
  const hours = Math.ceil(waitMs / 3_600_000)
  const message = `People were reminded in the last 24 hours. They can be reminded again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
  throw new CodedError('rate_limited', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** A campaign that has ended stays as it is. */
export const closeCampaign: Verb<typeof documentsApi.closeCampaign> = (ctx, { params }) =>
  changeCampaign(ctx, params.id, async (step, locked) => {
    if (!isRunning(locked)) throw illegal('This campaign has ended.')
    await endCampaign(step, locked.campaign, 'closed')
  })

async function changeCampaign(
  ctx: Context,
  id: string,
  change: (step: Step, locked: LockedCampaign) => Promise<void>,
) {
  const seen = await managedCampaign(ctx, id)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    await change(step, await lockCampaign(step, seen))
    return ctx.respond(db, await loadCampaign(db, ctx, id))
  })
}

/** Ends a campaign under its document's lock: who has and who has not stays as it is. */
export async function endCampaign(
  step: Step,
  campaign: CampaignRow,
  closedAs: 'closed' | 'superseded',
): Promise<void> {
  // By the clock of the acknowledgements, of which those before count.
  await updateCampaign(step, campaign, { closedAs, closedAt: sql`clock_timestamp()` })
  await step.enqueue(countCampaign, { subject: campaign.id, payload: { campaignId: campaign.id } })
  const { organizationId } = step
  const people = await outstandingPeople(step, campaign.id)
  await step.emit(documentsEvents.campaignClosed, {
    subject: campaign.documentId,
    data: { ...ofCampaign(campaign), state: closedAs },
    audience: { organizationId, roles: ['admin', 'facilitator'], users: people.slice(0, 500) },
  })
}

/** Changes a campaign's row. */
export async function updateCampaign(
  { db, organizationId }: Pick<Step, 'db' | 'organizationId'>,
  { id }: Pick<CampaignRow, 'id'>,
  set: PgUpdateSetSource<typeof campaigns>,
): Promise<void> {
  await db
    .update(campaigns)
    .set(set)
    .where(own(campaigns, { organizationId }, eq(campaigns.id, id)))
}
