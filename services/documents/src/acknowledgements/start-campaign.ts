import type { NewCampaign } from '@portal/contracts/acknowledgements'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { spend } from '@portal/service-kit/quota/spend'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { desc, eq } from 'drizzle-orm'
import { knownDepartment } from '../departments/follow-departments.ts'
import { illegal, type LockedVersion, lockVersion, type Step } from '../lifecycle/lock-document.ts'
import type { Verb } from '../ports.ts'
import { campaigns } from './acknowledgement-schema.ts'
import { lockAudience, updateRequests } from './asked-people.ts'
import { type CampaignRow, documentToManage, isRunning, ofCampaign } from './campaign-access.ts'
import { endCampaign } from './change-campaign.ts'
import { countCampaign } from './count-campaign.ts'
import { dayOf, isPast } from './due-days.ts'
import { loadCampaign } from './list-campaigns.ts'

/** Asks everyone who is meant, and ends the campaign of an earlier version. */
export const startCampaign: Verb<typeof documentsApi.startCampaign> = async (ctx, { body }) => {
  const documentId = await documentToManage(ctx, body.versionId)
  for (const number of new Set(body.departmentIds ?? [])) await knownDepartment(ctx, number)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    await lockAudience(step)
    const locked = await lockVersion(step, { id: documentId, versionId: body.versionId })
    assertCurrent(locked)
    assertAhead(body, await dayOf(db, ctx))
    const earlier = await latestCampaign(step, documentId)
    if (earlier?.closedAt === null) {
      if (isRunning({ ...locked, campaign: earlier }) && earlier.versionId === body.versionId)
        throw new CodedError(
          'conflict',
          'A campaign for this version is already running. Close it before you start another.',
        )
      await endCampaign(step, earlier, 'superseded')
    }
    const { departmentIds, dueOn, change, versionId } = body
    const departments = departmentIds && [...new Set(departmentIds)].sort((a, b) => a - b)
    const { sha256: contentHash } = locked.version
    const activatedAt = rowOrNotFound(locked.version.activatedAt)
    const [row] = await db
      .insert(campaigns)
      .values({
        ...{ organizationId: ctx.organizationId, id: uuidV7(), documentId, versionId, contentHash },
        ...{ activatedAt, departments, dueOn, change, startedBy: ctx.personId },
        carriedVersionIds: change === 'minor' ? carriedFrom(earlier, versionId) : [],
      })
      .returning()
    const campaign = rowOrNotFound(row)
    const data = { ...ofCampaign(campaign), contentHash, departmentIds: departments, dueOn, change }
    await emit(documentsEvents.campaignStarted, {
      subject: documentId,
      data,
      audience: {
        organizationId: ctx.organizationId,
        roles: ['admin', 'facilitator'],
        users: [ctx.personId],
      },
    })
    const amount = await updateRequests(step, { document: locked.document, campaign })
    await enqueue(countCampaign, { subject: campaign.id, payload: { campaignId: campaign.id } })
    const { requests: quota } = ctx.ports.quotas ?? {}
    if (quota) await spend(db, ctx, { what: 'requests', unit: 'requests to acknowledge', amount, quota })
    return ctx.respond(db, await loadCampaign(db, ctx, campaign.id))
  })
}

function assertAhead({ dueOn }: Pick<NewCampaign, 'dueOn'>, today: string): void {
  if (!isPast(dueOn, today)) return
  const message = 'Due date must not be over yet.'
  throw new CodedError('invalid_request', message, { fields: { dueOn: message } })
}

function assertCurrent({ document, version }: LockedVersion): void {
  if (document.currentVersionId !== version.id || version.status !== 'approved')
    throw illegal('Only the current version of a document can be acknowledged.')
  if (!document.isActive) throw illegal('A document that is not in force cannot be acknowledged.')
}

async function latestCampaign(
  { db, organizationId }: Step,
  documentId: string,
): Promise<CampaignRow | undefined> {
  const [latest] = await db
    .select()
    .from(campaigns)
    .where(own(campaigns, { organizationId }, eq(campaigns.documentId, documentId)))
    .orderBy(desc(campaigns.id))
    .limit(1)
  return latest
}

/** The versions whose acknowledgements count for a version with minor changes. */
function carriedFrom(earlier: CampaignRow | undefined, versionId: string): string[] {
  if (!earlier) {
    const message = 'There is no earlier campaign whose acknowledgements could carry over.'
    throw new CodedError('invalid_request', message, { fields: { change: message } })
  }
  return [earlier.versionId, ...earlier.carriedVersionIds].filter((id) => id !== versionId)
}
