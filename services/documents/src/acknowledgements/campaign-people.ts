import type { CampaignPerson } from '@portal/contracts/acknowledgements'
import type { documentsApi } from '@portal/contracts/documents'
import { listRowsMax } from '@portal/contracts/list-query'
import { csvLine } from '@portal/service-kit/csv-line'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { below } from '@portal/service-kit/http/list-part'
import { and, count, desc, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { namesOf } from '../members/follow-people.ts'
import type { Context, Verb } from '../ports.ts'
import { versions } from '../schema.ts'
import { acknowledgements, campaigns, requests } from './acknowledgement-schema.ts'
import { campaignOfRequest, countedAcknowledgement } from './asked-people.ts'
import { type CampaignRow, managedCampaign } from './campaign-access.ts'
import { loadCampaign } from './list-campaigns.ts'

const versionOfAcknowledgement = own(versions, acknowledgements, eq(versions.id, acknowledgements.versionId))

/** Those asked now, and those of the ones released who had acknowledged. */
const belongs = or(isNull(requests.releasedAt), isNotNull(acknowledgements.id))

export const listCampaignPeople: Verb<typeof documentsApi.listCampaignPeople> = async (
  ctx,
  { params, query },
) => {
  const campaign = await managedCampaign(ctx, params.id)
  const { state, cursor, limit = listRowsMax } = query
  const inState =
    state === undefined
      ? undefined
      : state === 'acknowledged'
        ? isNotNull(acknowledgements.id)
        : isNull(acknowledgements.id)
  const where = own(requests, ctx, eq(requests.campaignId, campaign.id), belongs, inState)
  const { rows, total } = await ctx.tx(async (db) => {
    const after = cursor === undefined ? undefined : await askedBefore(db, campaign, cursor)
    const found = await loadPeople(db, and(where, after), limit)
    return { rows: found, total: await countPeople(db, where) }
  })
  ctx.responseHeaders.set('x-total-count', String(total))
  return withNames(ctx, rows)
}

function askedBefore(db: TransactionHandle, { organizationId, id }: CampaignRow, personId: string) {
  const { askedAt, personId: of } = requests
  const isThis = and(eq(requests.campaignId, id), eq(of, personId))
  const position = db
    .select({ askedAt, of })
    .from(requests)
    .where(own(requests, { organizationId }, isThis))
  return below([askedAt, of], position)
}

/** Every acknowledgement is of one version, which need not be the campaign's. */
function loadPeople(db: TransactionHandle, where: SQL | undefined, limit: number) {
  return db
    .select({ request: requests, acknowledgement: acknowledgements, version: versions.number })
    .from(requests)
    .innerJoin(campaigns, campaignOfRequest)
    .leftJoin(acknowledgements, countedAcknowledgement)
    .leftJoin(versions, versionOfAcknowledgement)
    .where(where)
    .orderBy(desc(requests.askedAt), desc(requests.personId))
    .limit(limit)
}

async function countPeople(db: TransactionHandle, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(requests)
    .innerJoin(campaigns, campaignOfRequest)
    .leftJoin(acknowledgements, countedAcknowledgement)
    .where(where)
  return row?.total ?? 0
}

type PersonRow = Awaited<ReturnType<typeof loadPeople>>[number]
type NamedPerson = CampaignPerson & { readonly email: string | null; readonly contentHash: string | null }

async function withNames(ctx: Context, rows: readonly PersonRow[]): Promise<NamedPerson[]> {
  const names = await namesOf(
    ctx,
    rows.map(({ request }) => request.personId),
  )
  return rows.map(({ request, acknowledgement, version }) => {
    const { personId: id, askedAt, releasedAt } = request
    const { name = null, email = null } = names.get(id) ?? {}
    return {
      ...{ id, name: name ?? email, email, isAsked: releasedAt === null },
      state: acknowledgement === null ? 'outstanding' : 'acknowledged',
      askedAt: askedAt.toISOString(),
      acknowledgedAt: acknowledgement?.acknowledgedAt.toISOString() ?? null,
      ...{ version, contentHash: acknowledgement?.contentHash ?? null },
    }
  })
}

const head = [
  ...['Document', 'ID', 'Version', 'Person', 'E-mail', 'Person ID', 'State', 'Asked', 'Acknowledged'],
  ...['Acknowledged version', 'SHA-256 of the acknowledged file'],
]

/** Read in parts, so that memory holds one of them. */
export const exportCampaign: Verb<typeof documentsApi.exportCampaign> = async (ctx, { params }) => {
  const row = await managedCampaign(ctx, params.id)
  const campaign = await ctx.tx((db) => loadCampaign(db, ctx, row.id))
  ctx.responseHeaders.set('content-type', 'text/csv; charset=utf-8; header=present')
  const name = `acknowledgements-${campaign.customId.replace(/[^\w.-]+/g, '-')}-v${campaign.version}.csv`
  ctx.responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  const of = [campaign.documentTitle, campaign.customId, campaign.version]
  const line = (person: NamedPerson) => {
    const { id, email, askedAt, acknowledgedAt, version, contentHash } = person
    return csvLine([
      ...of,
      person.name,
      email,
      id,
      wordFor(person),
      askedAt,
      acknowledgedAt,
      version,
      contentHash,
    ])
  }
  ctx.streamResponse(
    (async function* () {
      yield csvLine(head)
      for await (const rows of partsOf(ctx, row)) yield (await withNames(ctx, rows)).map(line).join('')
    })(),
  )
}

const partRows = 1000

async function* partsOf(ctx: Context, campaign: CampaignRow): AsyncGenerator<readonly PersonRow[]> {
  const where = own(requests, ctx, eq(requests.campaignId, campaign.id), belongs)
  for (let last: string | undefined, isLast = false; !isLast; ) {
    const cursor = last
    const rows = await ctx.tx(async (db) => {
      const after = cursor === undefined ? undefined : await askedBefore(db, campaign, cursor)
      return loadPeople(db, and(where, after), partRows)
    })
    yield rows
    isLast = rows.length < partRows
    last = rows.at(-1)?.request.personId
  }
}

function wordFor({ state, isAsked }: CampaignPerson): string {
  if (state === 'outstanding') return 'outstanding'
  return isAsked ? 'acknowledged' : 'acknowledged, no longer asked'
}
