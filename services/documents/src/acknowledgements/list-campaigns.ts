import type { Campaign, CampaignProgress } from '@portal/contracts/acknowledgements'
import type { documentsApi } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { and, desc, eq, exists, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { acknowledgements, campaigns, requests } from './acknowledgement-schema.ts'
import { campaignOfRequest, countedAcknowledgement } from './asked-people.ts'
import { documentOfCampaign, isRunning, managedCampaigns, versionOfCampaign } from './campaign-access.ts'
import { dayOf, isPast } from './due-days.ts'

export const listCampaigns: Verb<typeof documentsApi.listCampaigns> = (ctx, { query }) => {
  const { documentId, cursor } = query
  const ofDocument = documentId === undefined ? undefined : eq(campaigns.documentId, documentId)
  const managed = sql`(select from ${documents} where ${and(documentOfCampaign, managedCampaigns(ctx))})`
  return ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: campaigns,
      where: own(campaigns, ctx, ofDocument, exists(managed)),
      after: cursor === undefined ? undefined : lt(campaigns.id, cursor),
      load: (where, limit) => loadCampaigns(db, ctx, { where, limit }),
    }),
  )
}

/** One campaign as sent to clients, else 404. */
export async function loadCampaign(db: TransactionHandle, ctx: Context, id: string): Promise<Campaign> {
  const where = own(campaigns, ctx, eq(campaigns.id, id))
  const [campaign] = await loadCampaigns(db, ctx, { where, limit: 1 })
  return rowOrNotFound(campaign)
}

async function loadCampaigns(
  db: TransactionHandle,
  ctx: Context,
  { where, limit }: { readonly where: SQL | undefined; readonly limit: number },
): Promise<Campaign[]> {
  const rows = await db
    .select({ campaign: campaigns, document: documents, version: versions })
    .from(campaigns)
    .innerJoin(documents, documentOfCampaign)
    .innerJoin(versions, versionOfCampaign)
    .where(where)
    .orderBy(desc(campaigns.id))
    .limit(limit)
  const ids = rows.map(({ campaign }) => campaign.id)
  const progress = await progressOf(db, ctx, ids)
  const today = await dayOf(db, ctx)
  return rows.map(({ campaign, document, version }) => {
    const { id, documentId, versionId, contentHash, dueOn, change, startedBy } = campaign
    const state = campaign.closedAs ?? (isRunning({ campaign, document, version }) ? 'open' : 'superseded')
    return {
      ...{ id, documentId, customId: document.customId, documentTitle: document.title },
      ...{ versionId, version: version.number, contentHash, departmentIds: campaign.departments },
      ...{ dueOn, isOverdue: state === 'open' && isPast(dueOn, today), change, state, startedBy },
      createdAt: campaign.createdAt.toISOString(),
      closedAt: campaign.closedAt?.toISOString() ?? null,
      remindedAt: campaign.remindedAt?.toISOString() ?? null,
      progress: progress.get(id) ?? nobody,
    }
  })
}

const nobody: CampaignProgress = { asked: 0, acknowledged: 0, outstanding: 0, carried: 0, former: 0 }

/** By the campaign's id. */
async function progressOf(
  db: TransactionHandle,
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CampaignProgress>> {
  if (ids.length === 0) return new Map()
  const isAsked = isNull(requests.releasedAt)
  const has = isNotNull(acknowledgements.id)
  const those = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const rows = await db
    .select({
      campaignId: requests.campaignId,
      asked: those(isAsked),
      acknowledged: those(and(isAsked, has)),
      outstanding: those(and(isAsked, isNull(acknowledgements.id))),
      carried: those(and(isAsked, has, ne(acknowledgements.versionId, campaigns.versionId))),
      former: those(and(isNotNull(requests.releasedAt), has)),
    })
    .from(requests)
    .innerJoin(campaigns, campaignOfRequest)
    .leftJoin(acknowledgements, countedAcknowledgement)
    .where(own(requests, ctx, inArray(requests.campaignId, [...ids])))
    .groupBy(requests.campaignId)
  return new Map(rows.map(({ campaignId, ...progress }) => [campaignId, progress]))
}
