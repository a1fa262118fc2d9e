import type { Acknowledgement, Campaign, NewCampaign } from '@portal/contracts/acknowledgements'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { type Role, roles } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { expect } from 'vitest'
import type { z } from 'zod'
import { activate, addVersion, type TestOrganization, upload } from '../versions/versions.fixture.ts'

/** Longer than a slow machine takes to pass an event on. */
export const wait = { timeout: 60_000, interval: 50 }

/** What of a campaign is not by default. */
export type Terms = Partial<z.input<typeof NewCampaign>>

export const start = (client: Client, versionId: string, terms: Terms = {}): Promise<Campaign> =>
  client.call(documentsApi.startCampaign, { body: { versionId, ...terms } })
export const pendingOf = (client: Client) => client.call(documentsApi.listPendingAcknowledgements, {})
export const givenBy = (client: Client) => client.call(documentsApi.listOwnAcknowledgements, { query: {} })
export const peopleOf = (client: Client, { id }: Pick<Campaign, 'id'>) =>
  client.call(documentsApi.listCampaignPeople, { params: { id }, query: {} })
export const remind = (client: Client, { id }: Campaign) =>
  client.call(documentsApi.remindPeople, { params: { id } })
export const close = (client: Client, { id }: Campaign) =>
  client.call(documentsApi.closeCampaign, { params: { id } })
export const acknowledge = (
  client: Client,
  { versionId, contentHash }: Pick<Campaign, 'versionId' | 'contentHash'>,
): Promise<Acknowledgement> =>
  client.call(documentsApi.acknowledge, { params: { versionId }, body: { contentHash } })

/** The campaign of this id as it is now. */
export async function nowOf(client: Client, { id, documentId }: Campaign): Promise<Campaign> {
  const found = await client.call(documentsApi.listCampaigns, { query: { documentId } })
  const campaign = found.find((one) => one.id === id)
  if (!campaign) throw new Error('There is no such campaign.')
  return campaign
}

/** A document with a campaign that asks these people, by default one of each role. */
export async function campaignFor(
  { admin, named }: TestOrganization,
  terms: Terms = {},
  people: readonly string[] = roles.map(named),
) {
  const { id, currentVersion } = await upload(admin)
  const campaign = await start(admin, currentVersion?.id ?? '', terms)
  await expect
    .poll(async () => (await peopleOf(admin, campaign)).map((person) => person.id).toSorted(), wait)
    .toEqual(people.toSorted())
  return { documentId: id, campaign: await nowOf(admin, campaign) }
}

/** A further version, in force. */
export async function nextVersion({ admin }: TestOrganization, documentId: string) {
  const version = await addVersion(admin, documentId)
  await activate(admin, version)
  return version
}

/** Announces departments 1 to 3 and who is in which. */
export async function assignDepartments(
  { publish, organizationId, named }: TestOrganization,
  assigned: Partial<Record<Role, readonly number[]>>,
): Promise<void> {
  for (const number of [1, 2, 3])
    await publish(teamEvents.departmentCreated, `${organizationId}/${number}`, {
      ...{ number, name: `Department ${number}`, color: '#10B981' },
    })
  for (const [role, departments] of Object.entries(assigned))
    await move({ publish, named }, role, departments)
}

/** Announces a person's departments. */
export function move(
  { publish, named }: Pick<TestOrganization, 'publish' | 'named'>,
  person: string,
  departments: readonly number[],
) {
  const userId = named(person)
  const data = { userId, departments: [...departments] }
  return publish(teamEvents.memberDepartmentsChanged, userId, data)
}

/** Announces a person's name and address, as team does for the platform. */
export function announcePerson(
  bus: EventBus,
  userId: string,
  profile: { readonly firstName: string; readonly lastName: string; readonly email: string },
) {
  const data = { userId, username: userId, isDisabled: false, createdAt: '2026-01-01T00:00:00.000Z' }
  return bus.publish('team', [
    {
      ...{ specversion: '1.0' as const, id: uuidV7(), source: 'team', dataversion: 1, subject: userId },
      ...{ type: teamEvents.personChanged.type, time: new Date().toISOString() },
      partitionkey: `platform/${userId}`,
      data: { ...data, ...profile },
    },
  ])
}

/** Listens to the service's events about acknowledgements. */
export async function listen(bus: EventBus) {
  const heard: EventEnvelope[] = []
  const tail = await bus.tail({ topics: ['documents'], handle: (event) => void heard.push(event) })
  return {
    heard,
    /** The people whom events of a type reached for a campaign, one entry per event and person. */
    reached: (type: string, { id }: Pick<Campaign, 'id'>) =>
      heard
        .filter((event) => event.type === type && event.data['campaignId'] === id)
        .flatMap(({ audience }) => audience?.users ?? [])
        .toSorted(),
    stop: () => tail.stop(),
  }
}
