import { teamApi } from '@portal/contracts/team'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Mail } from '@portal/service-kit/ports/mailer'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type MemoryMailer, memoryMailer, refusedForGood } from '@portal/testkit/mail/memory-mailer'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Founded } from '../../test/team-under-test.ts'
import { organizationSettings } from '../schema.ts'
import { localTime } from './local-time.ts'
import { changed, type NotifyingTeam, patience, requested, startNotifying } from './notifications.fixture.ts'
import { digests } from './notifications-schema.ts'

let team: NotifyingTeam
let mailer: MemoryMailer
/** Mails that reached the mail server, whatever happened afterwards. */
const delivered: Mail[] = []
let day = 0

beforeAll(async () => {
  mailer = memoryMailer()
  team = await startNotifying({ mailer })
})
beforeEach(() => {
  mailer.meets = (mail) => {
    delivered.push(mail)
    return null
  }
})
afterAll(() => team[Symbol.asyncDispose]())

/** The next morning, in every organization of this file. */
const morning = () => team.plan(new Date(Date.UTC(2030, 0, ++day, 7, 30)).toISOString())
const mailsTo = (address: string) => delivered.filter(({ to }) => to.address === address)
const address = () => `${crypto.randomUUID()}@halden.example`

/** A member with an address, and how many mails are still to be sent. */
async function newMember(organization: Founded, claims: { email?: string; isEmailVerified?: boolean } = {}) {
  const email = claims.email ?? address()
  const personId = await team.register({ ...claims, email })
  const params = { code: organization.joinCode }
  await (await team.as(personId)).call(teamApi.joinOrganization, { params })
  return { personId, email }
}

const statesIn = async ({ id }: Pick<Founded, 'id'>) =>
  (await team.database.tenantTx(id, (db) => db.select().from(digests))).map(({ state }) => state)
const untilNoneWaits = (organization: Founded) =>
  vi.waitFor(async () => {
    for (const state of await statesIn(organization)) expect(['sent', 'refused']).toContain(state)
  }, patience)

it('one mail a day has what is unread, new and visible, escaped; without news there is none', async () => {
  const organization = await team.found('Øre & <b>AS</b>')
  const { personId, email } = await newMember(organization)
  const open = await team.document(organization, 'Travel <script>')
  const secret = await team.document(organization, 'Layoffs', [2])
  const { happens } = open
  await happens(requested(personId, { dueAt: '2030-02-03T10:00:00.000Z' }))
  await secret.happens({ type: 'comment.added', data: {}, audience: { users: [personId] } })
  const read = requested(personId)
  await happens(read, { type: 'approval.decided', data: { ...read.data, status: 'approved' } })
  await morning()
  const [mail] = await vi.waitFor(() => {
    expect(mailsTo(email)).toHaveLength(1)
    return mailsTo(email)
  }, patience)
  expect(mail?.subject).toBe('One new notification at Øre & <b>AS</b>')
  expect(mail?.text).toContain('Travel <script>: Version 2 awaits your approval, due on 3 February 2030')
  expect(mail?.text).toContain('https://portal.test/notifications')
  expect(mail?.html).not.toContain('<script>')
  expect(JSON.stringify(delivered)).not.toContain('Layoffs')
  await untilNoneWaits(organization)
  await morning()
  await happens(requested(personId))
  await morning()
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), patience)
  expect(mailsTo(email)[1]?.subject).toContain('One new notification')
})

it('that a file was read at once is in no mail, and sends none', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Travel')
  const data = () => ({ versionId: uuidV7(), authorId: personId, state: 'ready' })
  await happens({ type: 'document.ingestion-changed', data: data() })
  expect(await team.unread(personId)).toBe(1)
  await morning()
  expect(await statesIn(organization)).toEqual([])
  await happens(requested(personId))
  await morning()
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), patience)
  expect(mailsTo(email)[0]?.subject).toContain('One new notification')
  expect(mailsTo(email)[0]?.text).not.toContain('readable')
})

it('what its reader may no longer see is in no mail', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Reorganization')
  await happens({ type: 'document.review_due', data: {}, audience: { users: [personId] } })
  await happens(changed('Reorganization', { visibleTo: [2] }))
  await morning()
  await vi.waitFor(async () => expect(await statesIn(organization)).toEqual([]), patience)
  expect(mailsTo(email)).toEqual([])
})

it('a process that dies between sending and marking sends no mail twice; the next day has the news', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Travel')
  await happens(requested(personId))
  mailer.meets = (mail) => {
    delivered.push(mail)
    return new Error('The process died.')
  }
  await morning()
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), patience)
  mailer.meets = (mail) => {
    delivered.push(mail)
    return null
  }
  // The job has run again to its end once a later mail of the same organization is there.
  const other = await newMember(organization)
  await happens(requested(other.personId))
  expect(await statesIn(organization)).toEqual(['sending'])
  await morning()
  await vi.waitFor(() => expect(mailsTo(other.email)).toHaveLength(1), patience)
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), patience)
  const [first, second] = mailsTo(email)
  expect(first?.id).not.toBe(second?.id)
  await untilNoneWaits(organization)
  await morning()
  await untilNoneWaits(organization)
  expect(mailsTo(email)).toHaveLength(2)
})

it('an organization that cannot be planned keeps no other waiting', async () => {
  const [broken, other] = [await team.found(), await team.found()]
  const { personId, email } = await newMember(other)
  const { happens } = await team.document(other, 'Travel')
  await happens(requested(personId))
  const moveTo = (timeZone: string) => {
    const row = { organizationId: broken.id, timeZone, approvalReminderDays: [] }
    const target = organizationSettings.organizationId
    return team.database.tenantTx(broken.id, (db) =>
      db.insert(organizationSettings).values(row).onConflictDoUpdate({ target, set: { timeZone } }),
    )
  }
  await moveTo('Mars/Olympus')
  await expect(morning()).rejects.toThrow('could not be planned')
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), patience)
  await moveTo('UTC')
})

it('a mailer that is away is asked again with the same mail', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Travel')
  await happens(requested(personId))
  const tried: string[] = []
  mailer.meets = (mail) => {
    if (mail.to.address === email) tried.push(mail.id)
    if (tried.length < 3) return new EngineUnavailable('The mail server is away.', 0.05)
    delivered.push(mail)
    return null
  }
  await morning()
  await untilNoneWaits(organization)
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), patience)
  expect(new Set(tried).size).toBe(1)
})

it('an address that is refused for good keeps nobody else from their mail', async () => {
  const organization = await team.found()
  const people = [await newMember(organization), await newMember(organization), await newMember(organization)]
  const { happens } = await team.document(organization, 'Travel')
  await happens(...people.map(({ personId }) => requested(personId)))
  const [refused] = people
  mailer.meets = (mail) => {
    if (mail.to.address === refused?.email) return refusedForGood()
    delivered.push(mail)
    return null
  }
  await morning()
  await vi.waitFor(
    async () => expect((await statesIn(organization)).sort()).toEqual(['refused', 'sent', 'sent']),
    patience,
  )
})

it('several replicas at once plan a day once', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Travel')
  await happens(requested(personId))
  const now = new Date(Date.UTC(2030, 0, ++day, 7, 30)).toISOString()
  await Promise.all([team.plan(now), team.plan(now), team.plan(now)])
  await untilNoneWaits(organization)
  await team.plan(now)
  await untilNoneWaits(organization)
  expect(mailsTo(email)).toHaveLength(1)
})

it('nobody gets a mail before the hour, who switched it off, or whose address is not verified', async () => {
  const organization = await team.found()
  const declining = await newMember(organization)
  const unverified = await newMember(organization, { isEmailVerified: false })
  const client = await team.as(declining.personId)
  const settings = await client.call(teamApi.readNotificationSettings, {})
  expect(settings).toMatchObject({ hasDigest: true, timeZone: 'UTC' })
  const { happens } = await team.document(organization, 'Travel')
  await happens(requested(declining.personId), requested(unverified.personId))
  await team.plan(new Date(Date.UTC(2030, 0, day + 1, 6, 59)).toISOString())
  expect(await statesIn(organization)).toEqual([])
  const changedSettings = await client.call(teamApi.changeNotificationSettings, {
    body: { hasDigest: false },
  })
  expect(changedSettings).toEqual({ ...settings, hasDigest: false })
  await vi.waitFor(
    () =>
      expect(team.emitted.filter(({ type }) => type === 'notification.settings-changed')).toMatchObject([
        {
          subject: declining.personId,
          audience: { users: [declining.personId] },
          data: { hasDigest: false },
        },
      ]),
    patience,
  )
  await morning()
  expect(await statesIn(organization)).toEqual([])
  expect(mailsTo(declining.email)).toEqual([])
  await client.call(teamApi.changeNotificationSettings, { body: { hasDigest: true } })
  await morning()
  await vi.waitFor(() => expect(mailsTo(declining.email)).toHaveLength(1), patience)
  expect(mailsTo(unverified.email)).toEqual([])
})

it('the day begins in the time zone of the organization', async () => {
  const organization = await team.found()
  const { personId, email } = await newMember(organization)
  const { happens } = await team.document(organization, 'Travel')
  await organization.admin.call(teamApi.changeSettings, { body: { timeZone: 'Asia/Tokyo' } })
  await happens(requested(personId, { dueAt: '2030-02-03T20:00:00.000Z' }))
  const nightOf = (hour: number) => new Date(Date.UTC(2030, 0, day, hour, 30)).toISOString()
  await team.plan(nightOf(21))
  expect(await statesIn(organization)).toEqual([])
  await team.plan(nightOf(22))
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), patience)
  // The third of February in UTC.
  expect(mailsTo(email)[0]?.text).toContain('due on 4 February 2030')
  await untilNoneWaits(organization)
})

it.each([
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', { day: '2026-03-29', hour: 1 }],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', { day: '2026-03-29', hour: 3 }],
  ['2026-10-25T01:00:00Z', 'Europe/Berlin', { day: '2026-10-25', hour: 2 }],
  ['2026-01-01T10:30:00Z', 'Pacific/Kiritimati', { day: '2026-01-02', hour: 0 }],
  ['2026-01-01T00:30:00Z', 'America/Los_Angeles', { day: '2025-12-31', hour: 16 }],
])('%s is known in %s as day and hour', (at, timeZone, expected) => {
  expect(localTime(new Date(at), timeZone)).toEqual(expected)
})
