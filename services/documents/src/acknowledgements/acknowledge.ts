import type { Acknowledgement } from '@portal/contracts/acknowledgements'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError, notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, asc, desc, eq, exists, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { documentOfVersion } from '../joins.ts'
import { illegal, lockVersion, type VersionRow } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { acknowledgements, campaigns, requests } from './acknowledgement-schema.ts'
import { campaignOfRequest, countedAcknowledgement } from './asked-people.ts'
import {
  type CampaignRow,
  documentOfCampaign,
  ofCampaign,
  running,
  versionOfCampaign,
} from './campaign-access.ts'
import { countCampaign } from './count-campaign.ts'
import { dayOf, isPast } from './due-days.ts'

const versionOfAcknowledgement = own(versions, acknowledgements, eq(versions.id, acknowledgements.versionId))

/** Once per person and version, of the file that they saw, while the version is in force. */
export const acknowledge: Verb<typeof documentsApi.acknowledge> = async (ctx, { params, body }) => {
  const { documentId, id: versionId } = await readableVersion(ctx, params.versionId)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db }
    const { document, version } = await lockVersion(step, { id: documentId, versionId })
    if (version.sha256 !== body.contentHash)
      throw new CodedError('conflict', 'This is not the file of the version. Please open it again.')
    const isOurs = and(eq(acknowledgements.versionId, versionId), eq(acknowledgements.personId, ctx.personId))
    const [given] = await loadOwn(db, own(acknowledgements, ctx, isOurs), 1)
    if (given) return given
    if (document.currentVersionId !== versionId || version.status !== 'approved' || !document.isActive)
      throw illegal('This version is not in force any more. Please read the current one.')
    const campaign = await campaignThatAsks(db, ctx, versionId)
    const id = uuidV7()
    await db.insert(acknowledgements).values({
      ...{ organizationId: ctx.organizationId, id, versionId, personId: ctx.personId },
      ...{ campaignId: campaign.id, contentHash: version.sha256 },
      // After the lock, so that it is later than whatever was decided under it before.
      acknowledgedAt: sql`clock_timestamp()`,
    })
    await emit(documentsEvents.acknowledgementGiven, {
      subject: documentId,
      data: { ...ofCampaign(campaign), contentHash: version.sha256 },
      audience: {
        organizationId: ctx.organizationId,
        roles: ['admin', 'facilitator'],
        users: [ctx.personId, ...(document.ownerId === null ? [] : [document.ownerId])],
      },
    })
    await enqueue(countCampaign, { subject: campaign.id, payload: { campaignId: campaign.id } })
    const [row] = await loadOwn(db, own(acknowledgements, ctx, isOurs), 1)
    return rowOrNotFound(row)
  })
}

/** A version that is or was in force, of a document that the person may read; else 404. */
async function readableVersion(ctx: Context, id: string): Promise<Pick<VersionRow, 'id' | 'documentId'>> {
  const [version] = await ctx.tx((db) =>
    db
      .select({ id: versions.id, documentId: versions.documentId })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(readable(ctx), eq(versions.id, id), isNotNull(versions.activatedAt))),
  )
  if (!version) throw notFound()
  return version
}

async function campaignThatAsks(
  db: TransactionHandle,
  ctx: Context,
  versionId: string,
): Promise<CampaignRow> {
  const isAsked = and(eq(requests.personId, ctx.personId), isNull(requests.releasedAt))
  const [row] = await db
    .select({ campaign: campaigns })
    .from(requests)
    .innerJoin(campaigns, campaignOfRequest)
    .innerJoin(documents, documentOfCampaign)
    .innerJoin(versions, versionOfCampaign)
    .where(own(requests, ctx, isAsked, running, eq(campaigns.versionId, versionId)))
  if (!row) throw illegal('You are not asked to acknowledge this version.')
  return row.campaign
}

/** Only of documents that the person may read now, in the versions that are in force. */
export const listPendingAcknowledgements: Verb<typeof documentsApi.listPendingAcknowledgements> = async (
  ctx,
) => {
  const isAsked = and(eq(requests.personId, ctx.personId), isNull(requests.releasedAt))
  const { today, rows } = await ctx.tx(async (db) => ({
    today: await dayOf(db, ctx),
    rows: await db
      .select({ request: requests, campaign: campaigns, document: documents, version: versions })
      .from(requests)
      .innerJoin(campaigns, campaignOfRequest)
      .innerJoin(documents, documentOfCampaign)
      .innerJoin(versions, versionOfCampaign)
      .leftJoin(acknowledgements, countedAcknowledgement)
      .where(
        and(
          own(requests, ctx, isAsked, running, isNull(acknowledgements.id)),
          readable(ctx),
          eq(documents.isActive, true),
        ),
      )
      .orderBy(sql`${campaigns.dueOn} asc nulls last`, asc(campaigns.id)),
  }))
  return rows.map(({ request, campaign, document, version }) => {
    const { id, documentId, versionId, contentHash, change, dueOn } = campaign
    return {
      ...{ id, campaignId: id, documentId, versionId, contentHash, change, dueOn },
      ...{ customId: document.customId, documentTitle: document.title },
      ...{ version: version.number, changes: version.changes },
      ...{ isOverdue: isPast(dueOn, today), askedAt: request.askedAt.toISOString() },
    }
  })
}

export const listOwnAcknowledgements: Verb<typeof documentsApi.listOwnAcknowledgements> = (
  ctx,
  { query },
) => {
  const mayRead = sql`(select from ${versions} inner join ${documents} on ${documentOfVersion}
    where ${and(versionOfAcknowledgement, readable(ctx))})`
  return ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: acknowledgements,
      where: own(acknowledgements, ctx, eq(acknowledgements.personId, ctx.personId), exists(mayRead)),
      after: query.cursor === undefined ? undefined : lt(acknowledgements.id, query.cursor),
      load: (where, limit) => loadOwn(db, where, limit),
    }),
  )
}

async function loadOwn(
  db: TransactionHandle,
  where: SQL | undefined,
  limit: number,
): Promise<Acknowledgement[]> {
  const rows = await db
    .select({ acknowledgement: acknowledgements, document: documents, version: versions })
    .from(acknowledgements)
    .innerJoin(versions, versionOfAcknowledgement)
    .innerJoin(documents, documentOfVersion)
    .where(where)
    .orderBy(desc(acknowledgements.id))
    .limit(limit)
  return rows.map(({ acknowledgement, document, version }) => {
    const { id, campaignId, versionId, contentHash, acknowledgedAt } = acknowledgement
    return {
      ...{ id, campaignId, versionId, contentHash, documentId: document.id },
      ...{ customId: document.customId, documentTitle: document.title, version: version.number },
      acknowledgedAt: acknowledgedAt.toISOString(),
    }
  })
}
