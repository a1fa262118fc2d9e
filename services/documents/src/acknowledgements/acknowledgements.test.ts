import { dayIn } from '@portal/contracts/calendar-day'
import { documentsApi } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { roles } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  listVersions,
  refusalOf,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'
import {
  acknowledge,
  announcePerson,
  assignDepartments,
  campaignFor,
  close,
  givenBy,
  listen,
  move,
  nextVersion,
  nowOf,
  pendingOf,
  peopleOf,
  remind,
  start,
  wait,
} from './campaigns.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let events: Awaited<ReturnType<typeof listen>>
let organization: TestOrganization

beforeAll(async () => {
  service = await startVersionsUnderTest()
  events = await listen(service.under.bus)
}, 240_000)
afterAll(async () => {
  await events.stop()
  await service.stop()
})
beforeEach(async () => {
  organization = await service.newOrganization()
})

const askedBy = async (campaign: Parameters<typeof peopleOf>[1]) =>
  (await peopleOf(organization.admin, campaign))
    .filter(({ isAsked }) => isAsked)
    .map(({ id }) => id)
    .toSorted()
const everyone = () => roles.map(organization.named).toSorted()

describe('an acknowledgement', () => {
  it('is of one version and its file, is made once, and takes it off the list', async () => {
    const { as, admin } = organization
    const { campaign } = await campaignFor(organization, { dueOn: '2099-01-31' })
    const reader = as('team_member')
    expect(await pendingOf(reader)).toMatchObject([
      { campaignId: campaign.id, version: 1, contentHash: campaign.contentHash, dueOn: '2099-01-31' },
    ])
    // A double click, and a repetition afterwards.
    const [first, second] = await Promise.all([acknowledge(reader, campaign), acknowledge(reader, campaign)])
    expect(second).toEqual(first)
    expect(await acknowledge(reader, campaign)).toEqual(first)
    expect(first).toMatchObject({ versionId: campaign.versionId, contentHash: campaign.contentHash })
    expect(await pendingOf(reader)).toEqual([])
    expect(await givenBy(reader)).toEqual([first])
    expect((await nowOf(admin, campaign)).progress).toEqual({
      ...{ asked: 4, acknowledged: 1, outstanding: 3, carried: 0, former: 0 },
    })
    const given = () =>
      events.heard.filter(
        ({ type, data }) => type === 'acknowledgement.given' && data['campaignId'] === campaign.id,
      )
    await expect.poll(() => given().length, wait).toBe(1)
    expect(given()[0]).toMatchObject({ actorid: organization.named('team_member') })
  })

  it('of another file than the one of the version is refused', async () => {
    const { campaign } = await campaignFor(organization)
    const other = { ...campaign, contentHash: '0'.repeat(64) }
    expect(await refusalOf(acknowledge(organization.as('manager'), other))).toMatchObject({
      status: 409,
      message: 'This is not the file of the version. Please open it again.',
    })
    expect(await givenBy(organization.as('manager'))).toEqual([])
  })

  it('of a version that is not in force is refused: replaced, not yet active, out of force', async () => {
    const { admin, as } = organization
    const { campaign, documentId } = await campaignFor(organization)
    const later = await addVersion(admin, documentId)
    const { id: versionId, contentHash } = later
    expect(await statusOf(acknowledge(as('manager'), { versionId, contentHash }))).toBe(404)
    expect(await refusalOf(start(admin, versionId))).toMatchObject({
      status: 409,
      message: 'Only the current version of a document can be acknowledged.',
    })
    const change = (isActive: boolean) =>
      admin.call(documentsApi.changeDocument, { params: { id: documentId }, body: { isActive } })
    await change(false)
    expect(await pendingOf(admin)).toEqual([])
    expect(await statusOf(acknowledge(admin, campaign))).toBe(409)
    await change(true)
    expect(await pendingOf(admin)).toHaveLength(1)
    await activate(admin, later)
    expect(await pendingOf(as('manager'))).toEqual([])
    expect(await refusalOf(acknowledge(as('manager'), campaign))).toMatchObject({
      status: 409,
      message: 'This version is not in force any more. Please read the current one.',
    })
  })

  it('is refused of somebody who is not asked, and stays when the campaign has ended', async () => {
    await assignDepartments(organization, { manager: [1], team_member: [2] })
    const { as, admin, named } = organization
    const { campaign } = await campaignFor(organization, { departmentIds: [1] }, [named('manager')])
    expect(await refusalOf(acknowledge(as('team_member'), campaign))).toMatchObject({
      status: 409,
      message: 'You are not asked to acknowledge this version.',
    })
    const given = await acknowledge(as('manager'), campaign)
    await close(admin, campaign)
    expect(await acknowledge(as('manager'), campaign)).toEqual(given)
  })
})

describe('who is asked', () => {
  it('are the members: those who join are added, those who leave are not asked any more', async () => {
    const { as, admin, join, leave, named } = organization
    const { campaign } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    await join(named('newcomer'), 'team_member')
    await leave(named('manager'), 'manager')
    await leave(named('facilitator'), 'facilitator')
    const left = ['admin', 'newcomer', 'team_member'].map(named)
    await expect.poll(() => askedBy(campaign), wait).toEqual(left)
    expect((await nowOf(admin, campaign)).progress).toEqual({
      ...{ asked: 3, acknowledged: 0, outstanding: 3, carried: 0, former: 1 },
    })
    const people = await peopleOf(admin, campaign)
    expect(people.find(({ id }) => id === named('manager'))).toMatchObject({
      ...{ state: 'acknowledged', isAsked: false, version: 1 },
    })
    expect(people.some(({ id }) => id === named('facilitator'))).toBe(false)
    await join(named('manager'), 'team_member')
    await expect.poll(() => askedBy(campaign), wait).toContain(named('manager'))
    expect((await nowOf(admin, campaign)).progress).toMatchObject({ acknowledged: 1, former: 0 })
    const asked = () => events.reached('acknowledgement.requested', campaign)
    await expect.poll(asked, wait).toEqual([...everyone(), named('newcomer')].toSorted())
  })

  it('of departments are those who are in one now', async () => {
    await assignDepartments(organization, { manager: [1], team_member: [2], facilitator: [3] })
    const { admin, named, publish, organizationId } = organization
    const terms = { departmentIds: [2, 1] }
    const { campaign } = await campaignFor(organization, terms, ['manager', 'team_member'].map(named))
    expect(campaign.departmentIds).toEqual([1, 2])
    await move(organization, 'manager', [3])
    await move(organization, 'facilitator', [3, 1])
    await expect.poll(() => askedBy(campaign), wait).toEqual(['facilitator', 'team_member'].map(named))
    await publish(teamEvents.departmentDeleted, `${organizationId}/1`, { number: 1, name: 'Department 1' })
    await expect.poll(() => askedBy(campaign), wait).toEqual([named('team_member')])
    expect((await nowOf(admin, campaign)).progress.asked).toBe(1)
  })

  it('are only those who may read a restricted document, as its visibility is', async () => {
    await assignDepartments(organization, { manager: [1], team_member: [2] })
    const { admin, as, named } = organization
    const { campaign, documentId } = await campaignFor(organization)
    const show = (visibleTo: number[]) =>
      admin.call(documentsApi.changeDocument, { params: { id: documentId }, body: { visibleTo } })
    await show([2])
    // At once, whatever the list of those asked says.
    expect(await pendingOf(as('manager', 'manager', [1]))).toEqual([])
    await expect
      .poll(() => askedBy(campaign), wait)
      .toEqual(['admin', 'facilitator', 'team_member'].map(named))
    expect(await pendingOf(as('team_member', 'team_member', [2]))).toHaveLength(1)
    expect(await statusOf(acknowledge(as('manager', 'manager', [1]), campaign))).toBe(404)
    await show([])
    await expect.poll(() => askedBy(campaign), wait).toEqual(everyone())
  })
})

describe('a new version', () => {
  it('with material changes is acknowledged anew; its campaign supersedes the earlier one', async () => {
    const { as, admin } = organization
    const { campaign, documentId } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    const { id } = await nextVersion(organization, documentId)
    expect((await nowOf(admin, campaign)).state).toBe('superseded')
    const second = await start(admin, id, { change: 'material' })
    expect(second.progress).toMatchObject({ asked: 4, acknowledged: 0, outstanding: 4 })
    const first = await nowOf(admin, campaign)
    expect(first).toMatchObject({ state: 'superseded', closedAt: expect.any(String) })
    expect(first.progress).toMatchObject({ asked: 4, acknowledged: 1, outstanding: 3 })
    expect(await pendingOf(as('manager'))).toMatchObject([{ versionId: id, version: 2 }])
  })

  it('with minor changes is asked only of those who had not acknowledged the earlier one', async () => {
    const { as, admin, named } = organization
    const { campaign, documentId } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    const second = await start(admin, (await nextVersion(organization, documentId)).id, { change: 'minor' })
    await acknowledge(as('team_member'), second)
    const third = await start(admin, (await nextVersion(organization, documentId)).id, { change: 'minor' })
    expect(third.progress).toEqual({ asked: 4, acknowledged: 2, outstanding: 2, carried: 2, former: 0 })
    expect(await pendingOf(as('manager'))).toEqual([])
    expect((await pendingOf(as('facilitator'))).map(({ campaignId }) => campaignId)).toEqual([third.id])
    const people = await peopleOf(admin, third)
    const versionOf = (person: string) => people.find(({ id }) => id === named(person))?.version
    expect([versionOf('manager'), versionOf('team_member'), versionOf('admin')]).toEqual([1, 2, null])
    const asked = () => events.reached('acknowledgement.requested', third)
    await expect.poll(asked, wait).toEqual(['admin', 'facilitator'].map(named))
  })

  it('cannot carry over what there was not, and one campaign runs at a time', async () => {
    const { admin } = organization
    const { currentVersion } = await upload(admin)
    const versionId = currentVersion?.id ?? ''
    expect(await refusalOf(start(admin, versionId, { change: 'minor' }))).toMatchObject({
      status: 400,
      message: 'There is no earlier campaign whose acknowledgements could carry over.',
    })
    const outcomes = await Promise.all([1, 2, 3].map(() => statusOf(start(admin, versionId))))
    expect(outcomes.toSorted()).toEqual([0, 409, 409])
    expect(await refusalOf(start(admin, versionId, { dueOn: '2020-01-31' }))).toMatchObject({
      status: 400,
      message: 'Due date must not be over yet.',
    })
  })

  it('that is replaced by the older one again asks nobody until there is a new campaign', async () => {
    const { as, admin } = organization
    const { campaign, documentId } = await campaignFor(organization)
    const given = await acknowledge(as('manager'), campaign)
    await nextVersion(organization, documentId)
    const [, older] = await listVersions(admin, documentId)
    if (!older) throw new Error('There is no older version.')
    await activate(admin, older)
    expect((await nowOf(admin, campaign)).state).toBe('superseded')
    expect(await pendingOf(as('team_member'))).toEqual([])
    const again = await start(admin, older.id)
    expect(again.progress).toMatchObject({ asked: 4, acknowledged: 1, carried: 0 })
    expect(await givenBy(as('manager'))).toEqual([given])
  })
})

describe('a campaign', () => {
  it('that is closed keeps who had and who had not, whatever happens later', async () => {
    const { as, admin, join, named } = organization
    const { campaign } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    const closed = await close(admin, campaign)
    expect(closed).toMatchObject({ state: 'closed', closedAt: expect.any(String) })
    expect(await statusOf(close(admin, campaign))).toBe(409)
    expect(await statusOf(remind(admin, campaign))).toBe(409)
    await join(named('newcomer'), 'team_member')
    const again = await start(admin, campaign.versionId)
    await acknowledge(as('team_member'), again)
    await expect.poll(() => askedBy(again), wait).toContain(named('newcomer'))
    expect((await nowOf(admin, campaign)).progress).toEqual({
      ...{ asked: 4, acknowledged: 1, outstanding: 3, carried: 0, former: 0 },
    })
    expect((await nowOf(admin, again)).progress).toMatchObject({ asked: 5, acknowledged: 2 })
  })

  it('reminds those who have not acknowledged, once in 24 hours, while there are any', async () => {
    const { as, admin, named } = organization
    const { campaign } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    const reminded = await remind(admin, campaign)
    expect(reminded.remindedAt).toEqual(expect.any(String))
    expect(await refusalOf(remind(admin, campaign))).toMatchObject({
      status: 429,
      message: 'People were reminded in the last 24 hours. They can be reminded again in 24 hours.',
    })
    await expect
      .poll(() => events.reached('acknowledgement.reminded', campaign), wait)
      .toEqual(['admin', 'facilitator', 'team_member'].map(named))
    const { campaign: other } = await campaignFor(organization)
    for (const role of roles) await acknowledge(as(role), other)
    expect(await refusalOf(remind(admin, other))).toMatchObject({
      status: 409,
      message: 'Everyone who is asked has acknowledged already.',
    })
  })

  it('is managed by stewards and the owner, and unknown to another organization', async () => {
    const { as } = organization
    const { campaign } = await campaignFor(organization)
    for (const role of ['manager', 'team_member'] as const) {
      expect(await refusalOf(peopleOf(as(role), campaign))).toMatchObject({
        status: 403,
        message: 'Only its owner and stewards manage the campaigns of a document.',
      })
      expect(await statusOf(close(as(role), campaign))).toBe(403)
      expect(await statusOf(start(as(role), campaign.versionId))).toBe(403)
      expect(await as(role).call(documentsApi.listCampaigns, { query: {} })).toEqual([])
    }
    expect((await remind(as('facilitator'), campaign)).state).toBe('open')
    const { admin: stranger } = await service.newOrganization()
    expect(await statusOf(peopleOf(stranger, campaign))).toBe(404)
    expect(await statusOf(start(stranger, campaign.versionId))).toBe(404)
    expect(await statusOf(acknowledge(stranger, campaign))).toBe(404)
  })

  it('is managed by the owner, an employee who is no steward', async () => {
    const { admin, as, named } = organization
    const { id, currentVersion } = await upload(admin)
    const versionId = currentVersion?.id ?? ''
    const body = { ownerId: named('team_member') }
    await admin.call(documentsApi.changeDocument, { params: { id }, body })
    const owner = as('team_member')
    const campaign = await start(owner, versionId)
    await expect.poll(() => askedBy(campaign), wait).toEqual(everyone())
    expect(await peopleOf(owner, campaign)).toHaveLength(4)
    expect((await owner.call(documentsApi.listCampaigns, { query: {} })).map((one) => one.id)).toEqual([
      campaign.id,
    ])
    expect((await remind(owner, campaign)).remindedAt).not.toBeNull()
    expect((await close(owner, campaign)).state).toBe('closed')
    expect(await statusOf(peopleOf(as('manager'), campaign))).toBe(403)
  })

  it('is over on the day that is over in the time zone of the organization', async () => {
    const { admin, publish, organizationId } = organization
    // Kiritimati is 25 hours ahead of Niue, so that its day is always a later one.
    const dueOn = dayIn('Pacific/Niue')
    await publish(teamEvents.settingsChanged, String(organizationId), {
      ...defaultSettings,
      timeZone: 'Pacific/Kiritimati',
    })
    await expect
      .poll(async () => {
        const { currentVersion: next } = await upload(admin)
        return refusalOf(start(admin, next?.id ?? '', { dueOn }))
      }, wait)
      .toMatchObject({ status: 400, message: 'Due date must not be over yet.' })
    const { campaign } = await campaignFor(organization, { dueOn: dayIn('Pacific/Kiritimati') })
    expect(campaign.isOverdue).toBe(false)
  })

  it('is a file for auditors, in which no name is a formula', async () => {
    const { as, admin, named } = organization
    await announcePerson(service.under.bus, named('manager'), {
      ...{ email: 'max@example.org', firstName: '=HYPERLINK("http://evil")', lastName: 'Muster' },
    })
    const { campaign } = await campaignFor(organization)
    await acknowledge(as('manager'), campaign)
    const read = async () => {
      const path = `/api/acknowledgements/campaigns/${campaign.id}/file`
      const response = await admin.request('GET', path)
      expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="acknowledg.*\.csv"/)
      return (await response.text()).split('\r\n')
    }
    await expect.poll(async () => (await read()).find((line) => line.includes('max@')), wait).toBeDefined()
    const [head, ...lines] = await read()
    expect(head).toMatch(/^Document,ID,Version,Person,E-mail,Person ID,State,Asked,/)
    expect(lines.filter((line) => line !== '')).toHaveLength(4)
    const line = lines.find((one) => one.includes('max@')) ?? ''
    expect(line).toContain(`"'=HYPERLINK(""http://evil"") Muster",max@example.org`)
    expect(line).toContain(',acknowledged,')
    expect(line).toContain(campaign.contentHash)
    const people = await peopleOf(admin, campaign)
    expect(people.find(({ id }) => id === named('manager'))?.name).toBe('=HYPERLINK("http://evil") Muster')
  })
})
