import type { EventAudience, EventEnvelope } from '@portal/contracts/events'
import { teamApi } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Founded, refusal } from '../../test/team-under-test.ts'
import { forgetNotifications } from './forget-notifications.ts'
import {
  activated,
  changed,
  documentsEvent,
  type NotifyingTeam,
  patience,
  requested,
  startNotifying,
  uploaded,
} from './notifications.fixture.ts'
import { knownDocuments, notifications } from './notifications-schema.ts'

let team: NotifyingTeam

beforeAll(async () => {
  team = await startNotifying()
})
afterAll(() => team[Symbol.asyncDispose]())

const markRead = async (personId: string, body: object) =>
  (await team.as(personId)).call(teamApi.markNotificationsRead, { body })
const texts = async (personId: string) => (await team.list(personId)).map(({ text }) => text)

describe('an event becomes a notification', () => {
  it.each([
    ['approval.requested', 'Version 2 awaits your approval', () => '/approvals'],
    [
      'approval.reassigned',
      'Version 2 awaits your approval in place of somebody who left',
      () => '/approvals',
    ],
    ['approval.due', 'Version 2 still awaits your approval', () => '/approvals'],
    [
      'approval.escalated',
      'The approval of version 2 is overdue',
      (id: string) => `/documents/${id}/versions`,
    ],
    ['document.review_due', 'Review due on 3 December 2026', (id: string) => `/documents/${id}`],
    [
      'acknowledgement.requested',
      'Please read version 2 and acknowledge it by 3 December 2026',
      (id: string) => `/documents/${id}`,
    ],
    [
      'acknowledgement.reminded',
      'Reminder: please read version 2 and acknowledge it by 3 December 2026',
      (id: string) => `/documents/${id}`,
    ],
  ])('%s, for its audience alone', async (type, text, link) => {
    const organization = await team.found()
    const asked = await team.join(organization)
    const { documentId, happens } = await team.document(organization, 'Travel')
    const ids = { versionId: uuidV7(), approvalId: uuidV7(), campaignId: uuidV7() }
    const data = { ...ids, version: 2, stage: 1, dueOn: '2026-12-03', daysLeft: 7 }
    await happens({ type, data, audience: { users: [asked] } })
    expect(await team.list(asked)).toMatchObject([
      { kind: type, title: 'Travel', text, link: link(documentId), isRead: false },
    ])
    expect(await team.unread(asked)).toBe(1)
    expect(await team.list(organization.founder)).toEqual([])
  })

  it.each([
    ['version.approved', 'Version 2 was approved'],
    ['version.rejected', 'Version 2 was rejected'],
    ['version.changes-requested', 'Changes to version 2 were requested'],
    ['version.activated', 'Version 2 is the current version now'],
  ])('%s, for author and owner, but not for the one who did it', async (type, text) => {
    const organization = await team.found()
    const [author, owner, reader] = [
      await team.join(organization, 'admin'),
      await team.join(organization),
      await team.join(organization),
    ]
    const { happens } = await team.document(organization, 'Travel')
    const data = { versionId: uuidV7(), version: 2, contentHash: 'x', replaced: null, effectiveAt: null }
    await happens({
      type,
      data: { ...data, authorId: author, ownerId: owner },
      actorId: organization.founder,
    })
    for (const personId of [author, owner]) expect(await texts(personId)).toEqual([text])
    for (const personId of [reader, organization.founder]) expect(await texts(personId)).toEqual([])
    await happens({ type, data: { ...data, versionId: uuidV7(), authorId: author }, actorId: author })
    expect(await texts(author)).toEqual([text])
  })

  it('acknowledgement.requested, but not where acknowledgements are switched off (decision 112)', async () => {
    const organization = await team.found()
    const asked = await team.join(organization)
    const { happens } = await team.document(organization, 'Travel')
    const request = () => ({
      type: 'acknowledgement.requested',
      data: { versionId: uuidV7(), campaignId: uuidV7(), version: 2, dueOn: null },
      audience: { users: [asked] },
    })
    const change = (featuresOff: 'acknowledgements'[]) =>
      organization.admin.call(teamApi.changeFeatures, { body: { featuresOff } })
    await change(['acknowledgements'])
    await happens(request())
    expect(await team.list(asked)).toEqual([])
    await change([])
    await happens(request())
    expect(await team.list(asked)).toHaveLength(1)
  })

  it('question.sent, for the owner, else the stewards without the asker, as one until it is read', async () => {
    const organization = await team.found()
    const [owner, steward] = [await team.join(organization), await team.join(organization, 'admin')]
    const { documentId } = await team.document(organization, 'Travel')
    const sent = (audience: EventAudience) => ({
      ...documentsEvent(organization.id, documentId, {
        type: 'question.sent',
        data: { messageId: uuidV7() },
        audience,
        actorId: organization.founder,
      }),
      source: 'chat',
    })
    const publish = async (...events: readonly EventEnvelope[]) => {
      await team.under.bus.publish('chat', [...events, ...events])
      await vi.waitFor(async () => {
        for (const { behind } of await team.under.bus.lag('team-notifications', ['chat']))
          expect(behind).toBe(0)
      }, patience)
    }
    await publish(sent({ users: [owner] }), sent({ users: [owner] }))
    const link = `/documents/${documentId}?use=open`
    const shown = { title: 'Travel', text: 'A question was sent to its owner', link, isRead: false }
    expect(await team.list(owner)).toMatchObject([shown])
    for (const personId of [steward, organization.founder]) expect(await team.list(personId)).toEqual([])
    await publish(sent({ roles: ['admin', 'facilitator'] }))
    expect(await team.list(steward)).toMatchObject([shown])
    expect(await team.list(organization.founder)).toEqual([])
    // Of an audience that names nobody, nobody is concerned.
    await publish(sent({}))
    expect(await team.unread(steward)).toBe(1)
  })

  it('a file that could not be read, for the one who uploaded it, and then that it is read after all', async () => {
    const organization = await team.found()
    const { founder } = organization
    const { happens } = await team.document(organization, 'Scan')
    const type = 'document.ingestion-changed'
    const data = { versionId: uuidV7(), authorId: founder }
    await happens({ type, data: { ...data, state: 'reading' } }, { type, data: { ...data, state: 'failed' } })
    expect(await texts(founder)).toEqual(['The file could not be read'])
    expect(await team.unread(founder)).toBe(1)
    const isReady = { type, data: { ...data, state: 'ready' } }
    await happens(isReady)
    expect(await texts(founder)).toEqual(['The file is readable now', 'The file could not be read'])
    expect(await team.unread(founder)).toBe(1)
    // What is indexed anew was readable before.
    await happens({ type, data: { ...data, state: 'reading' } }, isReady)
    expect(await texts(founder)).toHaveLength(2)
  })

  it('for the members of the roles and departments of an audience that names no people', async () => {
    const organization = await team.found()
    const [assigned, other] = [await team.join(organization), await team.join(organization)]
    const params = { userId: assigned }
    await organization.admin.call(teamApi.assignDepartments, { params, body: { departments: [3] } })
    const { happens } = await team.document(organization, 'Travel')
    const audience = { organizationId: organization.id, roles: ['admin'], departments: [3] }
    await happens({ type: 'document.review_due', data: { dueOn: '2026-12-03' }, audience })
    expect(await team.unread(organization.founder)).toBe(1)
    expect(await team.unread(assigned)).toBe(1)
    expect(await team.unread(other)).toBe(0)
  })

  it('and not when it only repeats the present state, from which the title is learnt', async () => {
    const organization = await team.found()
    const asked = await team.join(organization)
    const documentId = uuidV7()
    const again = (said: Parameters<typeof documentsEvent>[2]) =>
      documentsEvent(organization.id, documentId, { ...said, isRepublished: true })
    await team.publish(
      again(uploaded('Travel')),
      again(changed('Travel')),
      again(activated({ authorId: asked })),
    )
    await team.publish(documentsEvent(organization.id, documentId, requested(asked)))
    await team.settled()
    expect(await team.list(asked)).toMatchObject([{ kind: 'approval.requested', title: 'Travel' }])
  })

  it('for members only, and is gone with the membership', async () => {
    const organization = await team.found()
    const [stranger, member] = [await team.register(), await team.join(organization)]
    const { happens } = await team.document(organization, 'Travel')
    await happens({ ...requested(member), audience: { users: [stranger, member] } })
    const held = () => team.database.tenantTx(organization.id, (db) => db.select().from(notifications))
    expect((await held()).map(({ personId }) => personId)).toEqual([member])
    await organization.admin.call(teamApi.removeMember, { params: { userId: member } })
    expect(await held()).toEqual([])
    await happens(requested(member))
    expect(await held()).toEqual([])
  })
})

describe('of one matter', () => {
  it('only the newest notification is unread, beside those that were read', async () => {
    const organization = await team.found()
    const asked = await team.join(organization)
    const { happens } = await team.document(organization, 'Travel')
    const first = requested(asked)
    await happens(first)
    await markRead(asked, { all: true })
    await happens({ ...first, type: 'approval.due' })
    await happens({ ...first, type: 'approval.escalated' })
    const listed = await team.list(asked)
    expect(listed.map(({ kind, isRead }) => [kind, isRead])).toEqual([
      ['approval.escalated', false],
      ['approval.requested', true],
    ])
  })

  it('nothing is unread once it is decided, withdrawn, or another stage has begun', async () => {
    const organization = await team.found()
    const [one, two] = [await team.join(organization), await team.join(organization)]
    const { happens } = await team.document(organization, 'Travel')
    const [forOne, forTwo] = [requested(one), requested(two)]
    const versionId = uuidV7()
    const staged = (approverId: string, stage: number) => requested(approverId, { versionId, stage })
    await happens(forOne, forTwo, staged(one, 1), staged(two, 1))
    expect([await team.unread(one), await team.unread(two)]).toEqual([2, 2])
    await happens({ type: 'approval.decided', data: { ...forOne.data, status: 'approved' } })
    expect([await team.unread(one), await team.unread(two)]).toEqual([1, 2])
    await happens(staged(one, 2))
    expect([await team.unread(one), await team.unread(two)]).toEqual([1, 1])
    await happens({ type: 'version.withdrawn', data: { versionId, version: 2 } })
    expect([await team.unread(one), await team.unread(two)]).toEqual([0, 1])
  })

  it.each(['approved', 'rejected', 'withdrawn'])(
    'one that asked for an approval says that it no longer does once the version was %s',
    async (end) => {
      const organization = await team.found()
      const { founder: asked } = organization
      const { documentId, happens } = await team.document(organization, 'Travel')
      const request = requested(asked, { dueAt: '2026-12-03T10:00:00.000Z' })
      await happens(request, { ...request, type: `version.${end}`, actorId: asked })
      const link = `/documents/${documentId}`
      expect(await team.list(asked)).toMatchObject([
        { text: 'Version 2 no longer awaits your approval', link, dueAt: null, isRead: true },
      ])
    },
  )

  it('a reminder of a review is settled by recertifying and by a new current version, and says so', async () => {
    const organization = await team.found()
    const { founder } = organization
    const due = { type: 'document.review_due', data: { dueOn: '2026-12-03', daysLeft: 7 } }
    const audience = { users: [founder] }
    for (const settling of [{ type: 'document.recertified' }, activated({ version: 2 })]) {
      const { happens } = await team.document(organization, 'Travel')
      await happens({ ...due, audience }, { ...settling, actorId: founder })
      expect(await team.unread(founder)).toBe(0)
      expect((await team.list(founder))[0]?.text).toBe('Reviewed; it was due on 3 December 2026')
    }
  })

  it('an acknowledgement closes what asked for it, for the person who gave it', async () => {
    const organization = await team.found()
    const [one, two] = [await team.join(organization), await team.join(organization)]
    const { happens } = await team.document(organization, 'Travel')
    const data = { versionId: uuidV7(), version: 1, campaignId: uuidV7() }
    const type = 'acknowledgement.requested'
    await happens({ type, data, audience: { users: [one, two] } })
    await happens({ type: 'acknowledgement.given', data, audience: { users: [one] }, actorId: one })
    expect([await team.unread(one), await team.unread(two)]).toEqual([0, 1])
    expect([...(await texts(one)), ...(await texts(two))]).toEqual([
      'You were asked to read version 1 and acknowledge it',
      'Please read version 1 and acknowledge it',
    ])
    await happens({ type: 'campaign.closed', data: { ...data, state: 'closed' } })
    expect([await team.unread(one), await team.unread(two)]).toEqual([0, 0])
  })
})

/** Of documents of their own, as if events had come. */
function addNotifications(
  organizationId: number,
  { personId, kind, count }: { readonly personId: string; readonly kind: string; readonly count: number },
): Promise<void> {
  return team.database.tenantTx(organizationId, async (db) => {
    await db.execute(sql`insert into known_documents (organization_id, id, title, has_current_version)
      select ${organizationId}, uuidv7(), 'File ' || n, true from generate_series(1, ${count}::int) as n`)
    await db.execute(sql`insert into notifications
        (organization_id, person_id, id, event_id, kind, document_id, about, matter, created_at)
      select organization_id, ${personId}, uuidv7(), uuidv7(), ${kind}, id, id::text,
        jsonb_build_object('documentId', id, 'dueOn', '2026-12-03', 'daysLeft', 7), now()
      from known_documents where organization_id = ${organizationId}`)
  })
}

describe('files that are read at once', () => {
  const ready = (authorId: string) => ({
    type: 'document.ingestion-changed',
    data: { versionId: uuidV7(), authorId, state: 'ready' },
  })

  it('are one unread notification for the one who uploaded them, which counts those since the last look', async () => {
    const organization = await team.found()
    const { founder } = organization
    const other = await team.join(organization, 'admin')
    const [travel, gifts, parking] = [
      await team.document(organization, 'Travel'),
      await team.document(organization, 'Gifts'),
      await team.document(organization, 'Parking'),
    ]
    await travel.happens(ready(founder))
    const first = {
      ...{ kind: 'document.ready', title: 'Travel', text: 'A file that you uploaded is readable now' },
      link: `/documents/${travel.documentId}`,
    }
    expect(await team.list(founder)).toMatchObject([{ ...first, isRead: false }])
    expect(await team.list(other)).toEqual([])
    await markRead(founder, { all: true })
    await gifts.happens(ready(founder))
    await parking.happens(ready(founder), ready(other))
    const counted = { text: '2 files that you uploaded are readable now', link: '/documents' }
    expect(await team.list(founder)).toMatchObject([
      { ...counted, title: 'Parking and 1 more', isRead: false },
      { ...first, isRead: true },
    ])
    expect([await team.unread(founder), await team.unread(other)]).toEqual([1, 1])
  })

  it('count once, however often they are indexed', async () => {
    const organization = await team.found()
    const { founder } = organization
    const travel = await team.document(organization, 'Travel')
    const gifts = await team.document(organization, 'Gifts')
    const isReady = ready(founder)
    await travel.happens(isReady, isReady)
    await gifts.happens(ready(founder))
    await markRead(founder, { all: true })
    await travel.happens(isReady)
    expect(await team.list(founder)).toMatchObject([{ title: 'Gifts and 1 more', isRead: true }])
  })

  it('count those that are there: deleted ones leave the notification, which has the others until the last', async () => {
    const organization = await team.found()
    const { founder } = organization
    const documents = {
      travel: await team.document(organization, 'Travel'),
      gifts: await team.document(organization, 'Gifts'),
      parking: await team.document(organization, 'Parking'),
    }
    for (const { happens } of Object.values(documents)) await happens(ready(founder))
    const { travel, gifts, parking } = documents
    const deleted = { type: 'document.deleted' }
    await parking.happens(deleted)
    const two = { title: 'Gifts and 1 more', text: '2 files that you uploaded are readable now' }
    expect(await team.list(founder)).toMatchObject([two])
    await travel.happens(deleted)
    const one = { title: 'Gifts', text: 'A file that you uploaded is readable now', isRead: false }
    expect(await team.list(founder)).toMatchObject([one])
    await gifts.happens(deleted)
    expect([await team.list(founder), await team.unread(founder)]).toEqual([[], 0])
    await travel.happens({
      type: 'document.restored',
      data: { title: 'Trips', isActive: true, visibleTo: [] },
    })
    expect(await team.list(founder)).toMatchObject([{ ...one, title: 'Trips' }])
  })

  it('are counted and listed in about the time of as many other notifications, when there are thousands', async () => {
    const addTo = async (kind: string) => {
      const { id, founder: person } = await team.found()
      await addNotifications(id, { personId: person, kind, count: 3000 })
      return person
    }
    const taken = async (person: string) => {
      const since = performance.now()
      const unread = await team.unread(person)
      const listed = await team.list(person)
      return { ms: performance.now() - since, unread, listed: listed.length }
    }
    const [others, files] = [await addTo('document.review_due'), await addTo('document.ready')]
    // Another process may hold up some rounds, hardly all of them.
    const quietest = { others: Infinity, files: Infinity }
    for (let round = 0; round < 5; round += 1) {
      const [ofOthers, ofFiles] = [await taken(others), await taken(files)]
      expect([ofOthers.unread, ofFiles.unread, ofFiles.listed]).toEqual([3000, 1, 1])
      quietest.others = Math.min(quietest.others, ofOthers.ms)
      quietest.files = Math.min(quietest.files, ofFiles.ms)
    }
    expect(quietest.files / quietest.others).toBeLessThan(3)
  })

  it('are read together by the one notification that was shown of them', async () => {
    const organization = await team.found()
    const { founder } = organization
    const titles = ['Travel', 'Gifts', 'Parking']
    for (const title of titles.slice(0, 2))
      await (await team.document(organization, title)).happens(ready(founder))
    const [shown] = await team.list(founder)
    await (await team.document(organization, 'Parking')).happens(ready(founder))
    await markRead(founder, { ids: [shown?.id] })
    expect(await team.list(founder)).toMatchObject([
      { title: 'Parking', isRead: false },
      { title: 'Gifts and 1 more', isRead: true },
    ])
    expect(await team.unread(founder)).toBe(1)
  })
})

describe('a document that somebody may not see', () => {
  it('is named no more to a delegate whose place another one took', async () => {
    const organization = await team.found()
    const [approver, first, second] = [
      await team.join(organization),
      await team.join(organization),
      await team.join(organization),
    ]
    const { happens } = await team.document(organization, 'Merger', [2])
    const asked = requested(approver)
    const delegatedTo = (delegateId: string) => ({
      type: 'approval.delegated',
      data: { ...asked.data, delegateId },
      audience: { users: [approver, delegateId] },
    })
    await happens(asked, delegatedTo(first))
    expect(await team.list(first)).toMatchObject([{ title: 'Merger', isRead: false }])
    await happens(delegatedTo(second))
    expect(await team.list(first)).toEqual([])
    for (const person of [approver, second])
      expect(await team.list(person)).toMatchObject([{ title: 'Merger', isRead: false }])
  })

  it('is in no list and no count of theirs from the moment on when it is restricted', async () => {
    const organization = await team.found()
    const [inside, outside] = [await team.join(organization), await team.join(organization)]
    const assign = { params: { userId: inside }, body: { departments: [2] } }
    await organization.admin.call(teamApi.assignDepartments, assign)
    const { happens } = await team.document(organization, 'Layoffs', [2])
    const comment = { type: 'comment.added', data: { versionId: uuidV7(), version: 1, commentId: uuidV7() } }
    const users = [inside, outside, organization.founder]
    await happens({ ...comment, audience: { users } })
    const seen = async () => Promise.all(users.map(team.unread))
    expect(await seen()).toEqual([1, 0, 1])
    await happens(changed('Layoffs', { visibleTo: [3] }))
    expect(await seen()).toEqual([0, 0, 1])
    await happens(changed('Layoffs', { visibleTo: [] }))
    expect(await seen()).toEqual([1, 1, 1])
    expect(await team.list(outside)).toMatchObject([{ title: 'Layoffs' }])
    await happens(changed('Layoffs', { isActive: false }))
    expect(await seen()).toEqual([0, 0, 1])
    await happens(changed('Layoffs', { isActive: false, ownerId: outside }))
    expect(await seen()).toEqual([0, 1, 1])
    await happens({ type: 'document.deleted' })
    expect(await seen()).toEqual([0, 0, 0])
    await happens({ type: 'document.restored', data: { title: 'Layoffs', isActive: true, visibleTo: [2] } })
    expect(await seen()).toEqual([1, 1, 1])
  })

  it('is seen by its approver from another department until the approval is decided', async () => {
    const organization = await team.found()
    const approver = await team.join(organization)
    const { happens } = await team.document(organization, 'Layoffs', [2])
    const asking = requested(approver)
    const comment = { ...asking, type: 'comment.added', data: { ...asking.data, commentId: uuidV7() } }
    await happens(asking, comment)
    expect((await team.list(approver)).map(({ kind }) => kind)).toEqual([
      'comment.added',
      'approval.requested',
    ])
    await happens({ type: 'approval.decided', data: { ...asking.data, status: 'rejected' } })
    expect(await team.list(approver)).toEqual([])
  })

  it('has no title here before its service has said what it is', async () => {
    const organization = await team.found()
    const { founder } = organization
    await team.publish(documentsEvent(organization.id, uuidV7(), requested(founder)))
    await team.settled()
    expect(await team.list(founder)).toEqual([])
  })
})

describe('reading', () => {
  it('marks the notifications of the person, by id or all that were seen, and announces it to that person alone', async () => {
    const organization = await team.found()
    const [mine, theirs] = [await team.join(organization), await team.join(organization)]
    const { happens } = await team.document(organization, 'Travel')
    await happens(requested(mine), requested(mine), requested(mine), requested(theirs))
    const [newest, middle, oldest] = await team.list(mine)
    const [foreign] = await team.list(theirs)
    const announced = (personId: string) =>
      team.emitted.filter(
        ({ type, audience }) => type === 'notification.changed' && audience?.users?.join() === personId,
      ).length
    await vi.waitFor(() => expect([announced(mine), announced(theirs)]).toEqual([3, 1]), patience)
    expect(await markRead(mine, { ids: [oldest?.id, foreign?.id, uuidV7()] })).toEqual({ unread: 2 })
    expect(await team.unread(theirs)).toBe(1)
    expect(await markRead(mine, { all: true, upTo: middle?.id })).toEqual({ unread: 1 })
    expect((await team.list(mine)).map(({ isRead }) => isRead)).toEqual([false, true, true])
    expect(await markRead(mine, { all: true })).toEqual({ unread: 0 })
    expect(newest?.isRead).toBe(false)
    await vi.waitFor(() => expect([announced(mine), announced(theirs)]).toEqual([6, 1]), patience)
  })

  it('comes in parts with the total', async () => {
    const organization = await team.found()
    const { founder, admin } = organization
    const { happens } = await team.document(organization, 'Travel')
    await happens(...Array.from({ length: 5 }, () => requested(founder)))
    const all = await team.list(founder)
    const part = await admin.request('GET', `/api/notifications?limit=2&cursor=${all[1]?.id}`)
    expect(part.headers.get('x-total-count')).toBe('5')
    expect(await part.json()).toEqual(all.slice(2, 4))
  })

  it.each([{}, { ids: [] }, { ids: [uuidV7()], all: true }, { all: false }])(
    'refuses %j with a sentence',
    async (body) => {
      const { founder } = await team.found()
      expect(await refusal(markRead(founder, body))).toMatchObject({ status: 400 })
    },
  )

  it('is for members', async () => {
    expect(await refusal(team.list(await team.register()))).toMatchObject({ status: 403 })
  })
})

/** Housekeeping's look at the tables, `days` from now. */
const forgetAfter = (days: number) =>
  forgetNotifications(
    {
      platformTx: (work) =>
        team.database.platformTx((db) => work(db, () => () => Promise.reject(new Error('No jobs.')))),
    },
    Date.now() + days * 86_400_000,
  )

/** How many notifications and titles of documents an organization has. */
const storedIn = ({ id: organizationId }: Pick<Founded, 'id'>) =>
  team.database.tenantTx(organizationId, async (db) => {
    const count = async (table: typeof notifications | typeof knownDocuments) =>
      (await db.select({ one: sql`1` }).from(table).where(own(table, { organizationId }))).length
    return [await count(notifications), await count(knownDocuments)]
  })

/** An organization with a notification of a document that was deleted. */
async function withDeletedDocument(): Promise<Founded> {
  const organization = await team.found()
  const { happens } = await team.document(organization, 'Travel')
  await happens(requested(organization.founder), { type: 'document.deleted' })
  return organization
}

it('90 days later a notification is forgotten, and a deleted document with its title', async () => {
  const organization = await withDeletedDocument()
  await forgetAfter(30)
  expect(await storedIn(organization)).toEqual([1, 1])
  await forgetAfter(89)
  expect(await storedIn(organization)).toEqual([1, 0])
  await forgetAfter(91)
  expect(await storedIn(organization)).toEqual([0, 0])
})

it('an organization whose notifications cannot be deleted is reported, keeps no other one waiting, and has its turn again', async () => {
  const [before, failing, after] = [
    await withDeletedDocument(),
    await withDeletedDocument(),
    await withDeletedDocument(),
  ]
  const { owner } = team.under.urls
  const asOwner = openDatabase({ urls: { app: owner, platform: owner }, name: 'test' })
  onTestFinished(() => asOwner.close())
  const run = (text: string) => asOwner.platformTx((db) => db.execute(sql.raw(text)))
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'A row is damaged.'; end $$`)
  await run(`create trigger refuse before delete on notifications for each row
    when (old.organization_id = ${failing.id}) execute function refuse()`)
  await expect(forgetAfter(91)).rejects.toThrow(/^1 of \d+ failed/)
  expect(await storedIn(failing)).toEqual([1, 1])
  expect([await storedIn(before), await storedIn(after)]).toEqual(Array(2).fill([0, 0]))
  await run('drop trigger refuse on notifications')
  await forgetAfter(91)
  expect(await storedIn(failing)).toEqual([0, 0])
})
