import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import type { DocumentVersion } from '@portal/contracts/versions'
import { commentLengthMax } from '@portal/contracts/versions'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addVersion,
  decide,
  pendingFor,
  refusalOf,
  settled,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
  withdraw,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization
let version: DocumentVersion
const heard: EventEnvelope[] = []
const ends: (() => Promise<void>)[] = []

const clause = 'Records are kept for seven years.'
const content = `Records Policy\n\n1. Purpose\n\n${clause}\n\nThey are then destroyed.\n`

beforeAll(async () => {
  service = await startVersionsUnderTest()
  const tail = await service.under.bus.tail({
    topics: ['documents'],
    handle: (event) => void heard.push(event),
  })
  ends.push(() => tail.stop())
}, 240_000)
afterAll(async () => {
  for (const end of ends) await end()
  await service.stop()
})

/** A version by the admin that the team member must approve, read. */
beforeEach(async () => {
  organization = await service.newOrganization()
  const { admin, named } = organization
  const { id } = await upload(admin)
  version = await addVersion(admin, id, { content, approverIds: named('team_member') })
  await settled(admin, version)
})

const of = ({ documentId: id, id: versionId }: DocumentVersion) => ({ id, versionId })
const textOf = async () =>
  (await organization.admin.call(documentsApi.readVersionText, { params: of(version) })).text
const list = (client: Client, one = version) => client.call(documentsApi.listComments, { params: of(one) })
/** Comments on the clause. */
async function comment(client: Client, text = 'Why not ten?', quote = clause) {
  const start = (await textOf()).indexOf(quote)
  const body = { text, start, end: start + quote.length, quote }
  return client.call(documentsApi.addComment, { params: of(version), body })
}
const inThread = (commentId: string) => ({ ...of(version), commentId })
const reply = (client: Client, thread: string, text = 'The law says so.') =>
  client.call(documentsApi.replyToComment, { params: inThread(thread), body: { text } })
const edit = (client: Client, id: string, text = 'Why not eleven?') =>
  client.call(documentsApi.editComment, { params: inThread(id), body: { text } })
const remove = (client: Client, id: string) =>
  client.call(documentsApi.deleteComment, { params: inThread(id) })
const resolve = (client: Client, id: string) =>
  client.call(documentsApi.resolveComment, { params: inThread(id) })
const reopen = (client: Client, id: string) =>
  client.call(documentsApi.reopenComment, { params: inThread(id) })

describe('a thread on a passage', () => {
  it('keeps the passage with its comments, who wrote them, and whether it is resolved', async () => {
    const { admin, as, named } = organization
    const approver = as('team_member')
    const thread = await comment(approver)
    await reply(admin, thread.id)
    await reply(as('facilitator'), thread.id, 'Seven is enough.')
    const [listed] = await list(approver)
    expect(listed).toMatchObject({ quote: clause, resolvedAt: null, resolvedBy: null })
    expect((await textOf()).slice(listed?.start, listed?.end)).toBe(clause)
    expect(listed?.comments.map(({ authorId, as, text }) => [authorId, as, text])).toEqual([
      [named('team_member'), 'approver', 'Why not ten?'],
      [named('admin'), 'author', 'The law says so.'],
      [named('facilitator'), 'steward', 'Seven is enough.'],
    ])
    expect(await resolve(admin, thread.id)).toMatchObject({
      resolvedAt: expect.any(String),
      resolvedBy: named('admin'),
    })
    expect(await reopen(approver, thread.id)).toMatchObject({ resolvedAt: null, resolvedBy: null })
  })

  it('stands in the order of the text, whatever was written first', async () => {
    const { admin } = organization
    await comment(admin, 'Later in the text.', 'They are then destroyed.')
    await comment(admin, 'Earlier in the text.', 'Records Policy')
    expect((await list(admin)).map(({ quote }) => quote)).toEqual([
      'Records Policy',
      'They are then destroyed.',
    ])
  })

  it('shows markup as the text that it is, with its line breaks', async () => {
    const hostile = '<script>alert(1)</script>\r\n**bold** [link](javascript:alert(2))'
    const thread = await comment(organization.admin, `  ${hostile}  `)
    expect(thread.comments[0]?.text).toBe(hostile.replace('\r\n', '\n'))
  })

  it('is on one version: another one of the document has its own', async () => {
    const { admin, named } = organization
    const thread = await comment(admin)
    const approverIds = named('manager')
    const next = await addVersion(admin, version.documentId, { content: `${content}More.\n`, approverIds })
    expect(await list(admin, next)).toEqual([])
    const elsewhere = { params: { ...of(next), commentId: thread.id } }
    expect(await statusOf(admin.call(documentsApi.resolveComment, elsewhere))).toBe(404)
  })
})

describe('a passage', () => {
  it.each([
    ['shifted by one', { start: 1, end: 1 }],
    ['beyond the text', { start: 100_000, end: 100_000 }],
    ['turned around', { start: clause.length, end: -clause.length }],
  ])('that is %s is not in the text', async (_, shift) => {
    const start = (await textOf()).indexOf(clause)
    const body = {
      text: 'No.',
      start: start + shift.start,
      end: start + clause.length + shift.end,
      quote: clause,
    }
    const refusal = await refusalOf(
      organization.admin.call(documentsApi.addComment, { params: of(version), body }),
    )
    expect(refusal).toEqual({
      status: 400,
      message: 'The chosen passage is not in the text of this version.',
    })
  })

  it('of white space is none', async () => {
    const start = (await textOf()).indexOf('\n\n')
    const body = { text: 'Here?', start, end: start + 2, quote: '\n\n' }
    const call = organization.admin.call(documentsApi.addComment, { params: of(version), body })
    expect(await statusOf(call)).toBe(400)
  })
})

it.each([
  ['', 'Please write a comment.'],
  [' \n ', 'Please write a comment.'],
  ['x'.repeat(commentLengthMax + 1), `A comment must be at most ${commentLengthMax} characters.`],
  ['a\u0007b', 'A comment must not contain hidden control characters.'],
])('a comment %j is refused with a sentence', async (text, message) => {
  expect(await refusalOf(comment(organization.admin, text))).toEqual({ status: 400, message })
})

describe('one’s own comment', () => {
  it('can be changed, which shows, and by nobody else', async () => {
    const { admin, as } = organization
    const { id } = await comment(as('team_member'))
    expect(await statusOf(edit(admin, id))).toBe(403)
    expect(await statusOf(remove(admin, id))).toBe(403)
    const edited = await edit(as('team_member'), id)
    expect(edited.comments).toMatchObject([{ text: 'Why not eleven?', editedAt: expect.any(String) }])
  })

  it('leaves its position when it is deleted, not its text, and cannot come back', async () => {
    const { admin, as } = organization
    const { id } = await comment(as('team_member'))
    await reply(admin, id)
    const { comments } = await remove(as('team_member'), id)
    expect(comments).toMatchObject([
      { text: '', deletedAt: expect.any(String) },
      { text: 'The law says so.' },
    ])
    expect(await statusOf(edit(as('team_member'), id))).toBe(409)
    expect(await statusOf(remove(as('team_member'), id))).toBe(409)
    expect(JSON.stringify(await list(admin))).not.toContain('Why not ten?')
  })

  it('begins a thread, a reply does not', async () => {
    const { admin } = organization
    const { id } = await comment(admin)
    const { comments } = await reply(admin, id)
    expect(await statusOf(reply(admin, comments[1]?.id ?? ''))).toBe(404)
    expect(await statusOf(resolve(admin, comments[1]?.id ?? ''))).toBe(404)
  })
})

describe('who may see and write comments', () => {
  it('members who neither wrote, own nor decide the version get 404, as for an unknown one', async () => {
    const { as } = organization
    const { id } = await comment(organization.admin)
    for (const stranger of [as('manager'), as('team_member', 'somebody-else')]) {
      const unknown = await refusalOf(list(stranger, { ...version, id: uuidV7() }))
      expect(unknown).toEqual({ status: 404, message: 'Not found' })
      expect(await refusalOf(list(stranger))).toEqual(unknown)
      for (const act of [reply, edit, remove, resolve])
        expect(await refusalOf(act(stranger, id))).toEqual(unknown)
    }
  })

  it('a manager who can read the version is not offered its comments; its approver is', async () => {
    const { as } = organization
    const read = (client: Client) => client.call(documentsApi.readVersionText, { params: of(version) })
    expect(await read(as('manager'))).toMatchObject({ mayComment: false })
    for (const client of [as('team_member'), as('facilitator')])
      expect(await read(client)).toMatchObject({ mayComment: true })
  })

  it('approvers and delegates may while the round is open, and again in the next', async () => {
    const { admin, as, named } = organization
    const [approval] = await pendingFor(as('team_member'))
    const body = { delegateUserId: named('manager') }
    await as('team_member').call(documentsApi.delegateApproval, { params: { id: approval?.id ?? '' }, body })
    for (const decider of [as('team_member'), as('manager')]) await comment(decider)
    await withdraw(admin, version)
    for (const decider of [as('team_member'), as('manager')]) expect(await statusOf(list(decider))).toBe(404)
    expect(await list(admin)).toHaveLength(2)
    await admin.call(documentsApi.submitVersion, {
      params: of(version),
      body: { approverIds: [named('manager')] },
    })
    expect(await list(as('manager'))).toHaveLength(2)
    expect(await statusOf(list(as('team_member')))).toBe(404)
  })

  it('an author keeps them after the decision, whatever their role is now', async () => {
    await comment(organization.admin)
    await decide(organization.as('team_member'), version)
    expect(await list(organization.as('team_member', 'admin'))).toHaveLength(1)
  })

  it('comments of a deleted document are gone until it is restored', async () => {
    const { admin } = organization
    await comment(admin)
    const params = { id: version.documentId }
    await admin.call(documentsApi.deleteDocument, { params })
    expect(await statusOf(list(admin))).toBe(404)
    await admin.call(documentsApi.restoreDocument, { params })
    expect(await list(admin)).toHaveLength(1)
  })

  it('another organization’s comments are not found', async () => {
    const other = await service.newOrganization()
    const { id } = await comment(organization.admin)
    expect(await refusalOf(list(other.admin))).toEqual({ status: 404, message: 'Not found' })
    expect(await refusalOf(edit(other.admin, id))).toEqual({ status: 404, message: 'Not found' })
  })
})

/** What was emitted about a version's comments, in order. */
async function eventsOf(documentId: string, count: number) {
  return vi.waitFor(
    () => {
      const found = heard.filter(({ type, subject }) => type.startsWith('comment.') && subject === documentId)
      expect(found).toHaveLength(count)
      return found
    },
    { timeout: 45_000 },
  )
}

describe('events of comments', () => {
  it('reach the author, the approvers and who wrote in the thread, not the writer, without any text', async () => {
    const { admin, as, named } = organization
    const { id } = await comment(as('team_member'), 'A secret remark.')
    await reply(as('facilitator'), id, 'Another secret remark.')
    await reply(admin, id)
    await edit(as('team_member'), id)
    await resolve(as('team_member'), id)
    await remove(admin, (await list(admin))[0]?.comments[2]?.id ?? '')
    const events = await eventsOf(version.documentId, 6)
    expect(events.map(({ type, audience }) => [type, audience?.users])).toEqual([
      ['comment.added', ['admin'].map(named)],
      ['comment.added', ['admin', 'team_member'].map(named)],
      ['comment.added', ['facilitator', 'team_member'].map(named)],
      ['comment.edited', ['admin', 'facilitator'].map(named)],
      ['comment.resolved', ['admin', 'facilitator'].map(named)],
      ['comment.deleted', ['facilitator', 'team_member'].map(named)],
    ])
    expect(events.map(({ actorid }) => actorid)).toEqual(
      ['team_member', 'facilitator', 'admin', 'team_member', 'team_member', 'admin'].map(named),
    )
    expect(events[1]?.data).toMatchObject({ versionId: version.id, threadId: id })
    expect(JSON.stringify(heard)).not.toContain('secret remark')
    expect(service.under.logLines.join()).not.toContain('secret remark')
  })

  it('are of real changes only: what is resolved is not resolved again, nor an equal text edited', async () => {
    const { admin } = organization
    const { id } = await comment(admin)
    await Promise.all([resolve(admin, id), resolve(admin, id)])
    await edit(admin, id, 'Why not ten?')
    await reopen(admin, id)
    await reopen(admin, id)
    const types = (await eventsOf(version.documentId, 3)).map(({ type }) => type)
    expect(types).toEqual(['comment.added', 'comment.resolved', 'comment.reopened'])
  })

  it('reach nobody who has left the organization', async () => {
    const { as, named, leave } = organization
    await comment(as('team_member'))
    await leave(named('admin'), 'admin')
    await vi.waitFor(
      async () => {
        await reply(as('facilitator'), (await list(as('facilitator')))[0]?.id ?? '')
        const last = heard.findLast(({ subject }) => subject === version.documentId)
        expect(last?.audience?.users).not.toContain(named('admin'))
      },
      { timeout: 45_000, interval: 250 },
    )
  })
})

it("one's own data hold one's comments and decisions, and nobody else's (decision 40)", async () => {
  const { admin, as, named } = organization
  const approver = as('team_member')
  const thread = await comment(approver)
  await reply(admin, thread.id, 'Because of the canary-4471.')
  await decide(approver, version)
  const part = await approver.call(documentsApi.readOwnData, {})
  expect(part['Comments']).toMatchObject([{ id: thread.id, versionId: version.id, text: 'Why not ten?' }])
  expect(part['Decisions']).toMatchObject([{ versionId: version.id, status: 'approved' }])
  expect(part['Uploads']).toEqual([])
  const ofAdmin = await admin.call(documentsApi.readOwnData, {})
  expect(ofAdmin['Uploads']).toContainEqual(expect.objectContaining({ id: version.id }))
  expect(JSON.stringify(part)).not.toMatch(new RegExp(`canary-4471|${named('admin')}`))
})
