import { CodedError, notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { visibleVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import { type LockedVersion, lockVersion, type Step } from '../lifecycle/lock-document.ts'
import type { Context } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { campaigns } from './acknowledgement-schema.ts'

export type CampaignRow = typeof campaigns.$inferSelect

/** A campaign with its locked document and its version. */
export interface LockedCampaign extends LockedVersion {
  readonly campaign: CampaignRow
}

export const documentOfCampaign = own(documents, campaigns, eq(documents.id, campaigns.documentId))
export const versionOfCampaign = own(versions, campaigns, eq(versions.id, campaigns.versionId))

const isMine = (ctx: Context) => eq(documents.ownerId, ctx.personId)

/** The campaigns, joined with `documents`, that someone manages: as a steward or the owner. */
export function managedCampaigns(ctx: Context): SQL {
  const managed = ctx.can('campaign:manage-any') ? undefined : isMine(ctx)
  return own(campaigns, ctx, isNull(documents.deletedAt), managed)
}

/** 404 for a campaign of a document that the person cannot see, 403 for one of another's. */
export async function managedCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  const [row] = await ctx.tx((db) =>
    db
      .select({ campaign: campaigns, ownerId: documents.ownerId })
      .from(campaigns)
      .innerJoin(documents, documentOfCampaign)
      .where(
        own(
          campaigns,
          ctx,
          eq(campaigns.id, id),
          isNull(documents.deletedAt),
          or(readable(ctx), isMine(ctx)),
        ),
      ),
  )
  assertManages(ctx, rowOrNotFound(row))
  return rowOrNotFound(row).campaign
}

/** The same for the document of a version that the person can see. */
export async function documentToManage(ctx: Context, versionId: string): Promise<string> {
  const [row] = await ctx.tx((db) =>
    db
      .select({ documentId: documents.id, ownerId: documents.ownerId })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(visibleVersions(ctx), eq(versions.id, versionId))),
  )
  if (!row) throw notFound()
  assertManages(ctx, row)
  return row.documentId
}

function assertManages(ctx: Context, { ownerId }: { readonly ownerId: string | null }): void {
  if (ctx.can('campaign:manage-any') || ownerId === ctx.personId) return
  throw new CodedError('forbidden', 'Only its owner and stewards manage the campaigns of a document.', {
    suggestedAction: 'Ask an administrator of your organization.',
  })
}

/** Locks a campaign's document, then reads the campaign; 404 if either is gone. */
export async function lockCampaign(
  step: Pick<Step, 'db' | 'organizationId'>,
  { id, documentId, versionId }: Pick<CampaignRow, 'id' | 'documentId' | 'versionId'>,
): Promise<LockedCampaign> {
  const locked = await lockVersion(step, { id: documentId, versionId })
  const wanted = own(campaigns, step, eq(campaigns.id, id))
  const [campaign] = await step.db.select().from(campaigns).where(wanted)
  return { ...locked, campaign: rowOrNotFound(campaign) }
}

/** Whether people can acknowledge now what a campaign asks: its version has been in force since. */
export function isRunning({ campaign, document, version }: LockedCampaign): boolean {
  return (
    campaign.closedAt === null &&
    document.currentVersionId === version.id &&
    version.activatedAt?.getTime() === campaign.activatedAt.getTime()
  )
}

/** The same of `campaigns` joined with `documents` and `versions`. */
export const running = and(
  isNull(campaigns.closedAt),
  eq(documents.currentVersionId, campaigns.versionId),
  eq(versions.activatedAt, campaigns.activatedAt),
)

/** What every event of a campaign says. */
export function ofCampaign({ id: campaignId, documentId, versionId }: CampaignRow) {
  return { campaignId, documentId, versionId }
}
