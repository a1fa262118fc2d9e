import type { Campaign } from '@portal/contracts/acknowledgements'
import { documentsApi } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  listVersions,
  refusalOf,
  startVersionsUnderTest,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'
import {
  acknowledge,
  assignDepartments,
  close,
  listen,
  move,
  nextVersion,
  peopleOf,
  remind,
  start,
  wait,
} from './campaigns.fixture.ts'

const people = ['admin', 'manager', 'team_member', 'second', 'third'] as const
type Person = (typeof people)[number]
const roleOf = (who: Person): Role => (who === 'admin' || who === 'manager' ? who : 'team_member')

const acts = [
  ...['acknowledge', 'acknowledge', 'acknowledge', 'acknowledge', 'twice', 'twice'],
  ...['join', 'leave', 'move', 'version', 'start', 'start-minor', 'start-some', 'close', 'remind', 'show'],
] as const

interface Act {
  readonly act: (typeof acts)[number]
  readonly who: Person
  readonly nth: number
}

const anyAct = fc.record<Act>({
  act: fc.constantFrom(...acts),
  who: fc.constantFrom(...people),
  nth: fc.nat(3),
})
/** Acts of a wave are sent at once. */
const waves = fc.array(fc.array(anyAct, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 })
const historiesAtOnce = 4
const runs = 10

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let events: Awaited<ReturnType<typeof listen>>
let done = 0
let refused = 0

beforeAll(async () => {
  service = await startVersionsUnderTest()
  events = await listen(service.under.bus)
}, 240_000)
afterAll(async () => {
  await events.stop()
  await service.stop()
})

const campaignsOf = ({ admin }: TestOrganization, documentId: string) =>
  admin.call(documentsApi.listCampaigns, { query: { documentId } })

/** Sends one act; whether it may be done is the service's to decide. */
async function perform(organization: TestOrganization, documentId: string, { act, who, nth }: Act) {
  const { admin, as, named, join, leave } = organization
  const current = async () =>
    (await listVersions(admin, documentId)).find(({ isActive }) => isActive)?.id ?? ''
  const latest = async (): Promise<Campaign | undefined> => (await campaignsOf(organization, documentId))[0]
  const onLatest = async (send: (campaign: Campaign) => Promise<unknown>) => {
    const campaign = await latest()
    return campaign && send(campaign)
  }
  const client = as(roleOf(who), who, [1, 2, 3])
  switch (act) {
    case 'acknowledge':
      return onLatest((campaign) => acknowledge(client, campaign))
    case 'twice':
      return onLatest((campaign) =>
        Promise.all([acknowledge(client, campaign), acknowledge(client, campaign)]),
      )
    case 'join':
      return join(named(who), roleOf(who))
    // The one who looks stays.
    case 'leave':
      return who === 'admin' ? undefined : leave(named(who), roleOf(who))
    case 'move':
      return move(organization, who, nth === 0 ? [] : [nth])
    case 'version':
      return nextVersion(organization, documentId)
    case 'start':
      return start(admin, await current())
    case 'start-minor':
      return start(admin, await current(), { change: 'minor' })
    case 'start-some':
      return start(admin, await current(), { departmentIds: [(nth % 3) + 1] })
    case 'close':
      return onLatest((campaign) => close(admin, campaign))
    case 'remind':
      return onLatest((campaign) => remind(admin, campaign))
    case 'show': {
      const visibleTo = nth === 0 ? [] : [nth]
      return admin.call(documentsApi.changeDocument, { params: { id: documentId }, body: { visibleTo } })
    }
  }
}

/** The sums agree with the people, and nobody has acknowledged a version twice. */
async function expectSound(organization: TestOrganization, documentId: string): Promise<void> {
  for (const seen of await campaignsOf(organization, documentId)) {
    // Between the two reads somebody may be added; a campaign that differs is read again.
    await expect
      .poll(async () => {
        const [before] = (await campaignsOf(organization, documentId)).filter(({ id }) => id === seen.id)
        const rows = await peopleOf(organization.admin, seen)
        const asked = rows.filter(({ isAsked }) => isAsked)
        const has = asked.filter(({ state }) => state === 'acknowledged')
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        return (
          before && {
            ...{
              asked: before.progress.asked - asked.length,
              has: before.progress.acknowledged - has.length,
            },
            outstanding: before.progress.outstanding - (asked.length - has.length),
            carried: before.progress.carried - has.filter(({ version }) => version !== seen.version).length,
            former: before.progress.former - (rows.length - asked.length),
            sum: before.progress.asked - before.progress.acknowledged - before.progress.outstanding,
          }
        )
      }, wait)
      .toEqual({ asked: 0, has: 0, outstanding: 0, carried: 0, former: 0, sum: 0 })
  }
  const given = events.heard.filter(
    ({ type, subject }) => type === 'acknowledgement.given' && subject === documentId,
  )
  const once = given.map(({ actorid, data }) => `${actorid} ${data['versionId']}`)
  expect(new Set(once).size).toBe(once.length)
}

/** Once every event has arrived, those asked are exactly the members who are meant and may read. */
async function expectRightPeople(organization: TestOrganization, { documentId, state }: History) {
  const [latest] = await campaignsOf(organization, documentId)
  if (latest?.state !== 'open') return
  const { named, admin } = organization
  const document = await admin.call(documentsApi.readDocument, { params: { id: documentId } })
  const isIn = (who: string, numbers: readonly number[]) =>
    (state.departments.get(who) ?? []).some((number) => numbers.includes(number))
  const steward = ['admin', 'facilitator']
  const meant = [...state.members].filter(
    (who) =>
      (latest.departmentIds === null || isIn(who, latest.departmentIds)) &&
      (document.visibleTo.length === 0 || steward.includes(who) || isIn(who, document.visibleTo)),
  )
  await expect
    .poll(async () => {
      const rows = await peopleOf(admin, latest)
      return rows
        .filter(({ isAsked }) => isAsked)
        .map(({ id }) => id)
        .toSorted()
    }, wait)
    .toEqual(meant.map(named).toSorted())
}

interface History {
  readonly documentId: string
  /** What the announced events come to. */
  readonly state: { members: Set<string>; departments: Map<string, readonly number[]> }
}

function remember({ state }: History, { act, who, nth }: Act): void {
  if (act === 'join') state.members.add(who)
  if (act === 'leave' && who !== 'admin') {
    state.members.delete(who)
    state.departments.delete(who)
  }
  if (act === 'move') state.departments.set(who, nth === 0 ? [] : [nth])
}

/** Events of one person keep their order only if they are published one after the other. */
const isOrdered = (wave: readonly Act[]) => {
  const announced = wave.filter(({ act }) => ['join', 'leave', 'move'].includes(act)).map(({ who }) => who)
  return new Set(announced).size === announced.length
}

async function live(written: readonly (readonly Act[])[]): Promise<void> {
  const organization = await service.newOrganization()
  await assignDepartments(organization, {})
  const { id: documentId } = await upload(organization.admin)
  const members = new Set(['admin', 'facilitator', 'manager', 'team_member'])
  const history = { documentId, state: { members, departments: new Map() } }
  for (const wave of [
    [{ act: 'start' as const, who: 'admin' as const, nth: 0 }],
    ...written.filter(isOrdered),
  ]) {
    const outcomes = await Promise.all(wave.map((act) => refusalOf(perform(organization, documentId, act))))
    for (const act of wave) remember(history, act)
    for (const { status, message } of outcomes) {
      // 503: a machine too busy to reach its database in time refuses, whatever was asked.
      expect([0, 400, 403, 404, 409, 429, 503], message).toContain(status)
      if (status === 0) done += 1
      else refused += 1
    }
    await expectSound(organization, documentId)
  }
  await expectRightPeople(organization, history)
}

it('whatever people do at once, nobody acknowledges a version twice and the sums agree', async () => {
  const histories = fc.array(waves, { minLength: historiesAtOnce, maxLength: historiesAtOnce })
  const property = fc.asyncProperty(histories, async (many) => {
    await Promise.all(many.map(live))
  })
  // No shrinking: the printed seed reproduces the failure.
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
  console.log(
    `Acknowledgement property: ${runs * historiesAtOnce} histories, ${done} acts done, ${refused} refused.`,
  )
  expect(Math.min(done, refused)).toBeGreaterThan(runs * historiesAtOnce)
}, 900_000)
