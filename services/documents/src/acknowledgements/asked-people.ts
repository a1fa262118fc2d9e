import { documentsEvents } from '@portal/contracts/documents'
import { rolesWith } from '@portal/contracts/permissions'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Step } from '../lifecycle/lock-document.ts'
import { memberDepartments } from '../members/people-schema.ts'
import { departments, members } from '../schema.ts'
import { acknowledgements, campaigns, requests } from './acknowledgement-schema.ts'
import { type CampaignRow, type LockedCampaign, ofCampaign } from './campaign-access.ts'

/** People of one event: their ids are in its audience. */
const audienceMax = 500
const insertedMax = 5000
/** Who is asked again so soon has the request still: moving to and fro notifies nobody anew. */
const notAgainMs = 24 * 3_600_000

/**
 * The acknowledgement of `requests` joined with `campaigns` that counts: of the campaign's version,
 * else of an earlier one that carries over. What was given after a campaign's end does not.
 */
export const countedAcknowledgement: SQL = own(
  acknowledgements,
  requests,
  eq(acknowledgements.personId, requests.personId),
  sql`${acknowledgements.id} = (select x.id from ${acknowledgements} x
    where x.organization_id = ${requests.organizationId} and x.person_id = ${requests.personId}
      and (x.version_id = ${campaigns.versionId} or x.version_id = any(${campaigns.carriedVersionIds}))
      and x.acknowledged_at <= coalesce(${campaigns.closedAt}, 'infinity')
    order by x.version_id = ${campaigns.versionId} desc, x.id desc limit 1)`,
)

export const campaignOfRequest = own(campaigns, requests, eq(campaigns.id, requests.campaignId))

/** Those asked by a campaign who have not acknowledged, by id. */
export async function outstandingPeople(
  { db, organizationId }: Pick<Step, 'db' | 'organizationId'>,
  campaignId: string,
): Promise<string[]> {
  const asked = and(eq(requests.campaignId, campaignId), isNull(requests.releasedAt))
  const rows = await db
    .select({ personId: requests.personId })
    .from(requests)
    .innerJoin(campaigns, campaignOfRequest)
    .leftJoin(acknowledgements, countedAcknowledgement)
    .where(own(requests, { organizationId }, asked, isNull(acknowledgements.id)))
    .orderBy(requests.personId)
  return rows.map(({ personId }) => personId)
}

/**
 * Makes starting a campaign, handing over what somebody was to decide, and following the members of
 * the organization wait for each other, else who joins or leaves meanwhile would be missed by both.
 * Taken before any document is locked.
 */
export async function lockAudience({
  db,
  organizationId,
}: Pick<Step, 'db' | 'organizationId'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('campaigns', ${organizationId}))`)
}

/**
 * Brings who is asked by a running campaign up to date, for everyone or one person, under the
 * document's lock: members of the audience who may read the document, and nobody else. Resolves to
 * the number of people asked for it.
 */
export async function updateRequests(
  step: Step,
  { document, campaign }: Pick<LockedCampaign, 'document' | 'campaign'>,
  personId?: string,
): Promise<number> {
  const { db, organizationId } = step
  const { id: campaignId } = campaign
  const wanted = await audienceOf(step, { document, campaign }, personId)
  const ofPerson = personId === undefined ? undefined : eq(requests.personId, personId)
  const present = await db
    .select({ personId: requests.personId, releasedAt: requests.releasedAt, askedAt: requests.askedAt })
    .from(requests)
    .where(own(requests, step, eq(requests.campaignId, campaignId), ofPerson))
  const asked = new Set(present.filter(({ releasedAt }) => releasedAt === null).map((row) => row.personId))
  const since = Date.now() - notAgainMs
  const lately = new Set(
    present.filter(({ askedAt }) => askedAt.getTime() > since).map((row) => row.personId),
  )
  const added = [...wanted].filter((id) => !asked.has(id))
  const released = [...asked].filter((id) => !wanted.has(id))
  for (const part of partsOf(added, insertedMax))
    await db
      .insert(requests)
      .values(part.map((id) => ({ organizationId, campaignId, personId: id })))
      .onConflictDoUpdate({
        target: [requests.organizationId, requests.campaignId, requests.personId],
        set: { releasedAt: null, askedAt: sql`now()` },
      })
  for (const part of partsOf(released, insertedMax))
    await db
      .update(requests)
      .set({ releasedAt: sql`now()` })
      .where(own(requests, step, eq(requests.campaignId, campaignId), inArray(requests.personId, part)))
  if (added.length === 0) return 0
  const outstanding = new Set(await outstandingPeople(step, campaignId))
  await emitTo(step, campaign, {
    what: 'acknowledgementRequested',
    people: added.filter((id) => outstanding.has(id) && !lately.has(id)),
  })
  return added.length
}

/** Ids of the people whom a campaign is for. */
async function audienceOf(
  step: Step,
  { document, campaign }: Pick<LockedCampaign, 'document' | 'campaign'>,
  personId: string | undefined,
): Promise<ReadonlySet<string>> {
  const { visibleTo } = document
  const mayRead =
    visibleTo.length === 0
      ? undefined
      : or(inDepartments(visibleTo), inArray(members.role, rolesWith('document:read-any-department')))
  const isMeant = campaign.departments === null ? undefined : inDepartments(campaign.departments)
  const isPerson = personId === undefined ? undefined : eq(members.personId, personId)
  const rows = await step.db
    .select({ personId: members.personId })
    .from(members)
    .where(own(members, step, eq(members.isRemoved, false), mayRead, isMeant, isPerson))
    .orderBy(members.personId)
  return new Set(rows.map((row) => row.personId))
}

/** Members of one of these departments; a deleted department has none. */
function inDepartments(numbers: readonly number[]): SQL {
  const assigned = own(
    memberDepartments,
    members,
    eq(memberDepartments.personId, members.personId),
    inArray(memberDepartments.number, [...numbers]),
  )
  const present = own(
    departments,
    memberDepartments,
    eq(departments.number, memberDepartments.number),
    eq(departments.isDeleted, false),
  )
  return exists(
    sql`(select from ${memberDepartments} inner join ${departments} on ${present} where ${assigned})`,
  )
}

type Emitted =
  | { readonly what: 'acknowledgementRequested'; readonly people: readonly string[] }
  | {
      readonly what: 'acknowledgementReminded'
      readonly people: readonly string[]
      readonly state: 'due' | 'overdue'
    }

/** Emits an event to each of these people. */
export async function emitTo(step: Step, campaign: CampaignRow, emitted: Emitted): Promise<void> {
  const { documentId: subject, dueOn } = campaign
  const data = { ...ofCampaign(campaign), dueOn }
  for (const users of partsOf(emitted.people, audienceMax)) {
    const audience = { organizationId: step.organizationId, users }
    if (emitted.what === 'acknowledgementRequested')
      await step.emit(documentsEvents.acknowledgementRequested, { subject, audience, data })
    else
      await step.emit(documentsEvents.acknowledgementReminded, {
        subject,
        audience,
        data: { ...data, state: emitted.state },
      })
  }
}

function partsOf(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  )
}
