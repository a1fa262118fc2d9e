import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type IsolatedPortal, newOrganization, startIsolatedPortal } from '../isolation/isolated-portal.ts'

const patience = { timeout: 60_000, interval: 100 }
let portal: IsolatedPortal

beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 240_000)
afterAll(() => portal[Symbol.asyncDispose]())

/** An organization with one document, seen through both services. */
async function newScene(title: string) {
  const organization = await newOrganization(portal.services, title)
  const documents = (role: Role) => portal.services.documents.as(organization.members[role])
  const team = (role: Role) => portal.services.team.as(organization.members[role])
  const idOf = (role: Role) => organization.members[role].personId
  const upload = (content: string, fileName: string) =>
    documents('facilitator').call(documentsApi.uploadDocument, {
      form: { title },
      file: new Blob([content]),
      fileName,
    })
  const propose = (id: string, approver: Role) =>
    documents('facilitator').call(documentsApi.createVersion, {
      params: { id },
      form: { title: 'Second edition', changes: 'Clause 2 is new.', approverIds: idOf(approver) },
      file: new Blob([`Clause ${crypto.randomUUID()}\n\nWhat is new applies to everybody.\n`]),
      fileName: 'second.txt',
    })
  const approvalOf = async (role: Role) => {
    const pending = await vi.waitFor(async () => {
      const found = await documents(role).call(documentsApi.listPendingApprovals, {})
      expect(found).toHaveLength(1)
      return found
    }, patience)
    return pending[0]?.id ?? ''
  }
  const unread = async (role: Role) => {
    const listed = await team(role).call(teamApi.listNotifications, { query: {} })
    return listed.filter(({ isRead }) => !isRead)
  }
  /** Beside what says that files were read. */
  const untilUnread = (role: Role, ...texts: readonly string[]) =>
    vi.waitFor(async () => {
      const others = (await unread(role)).filter(({ kind }) => kind !== 'document.ready')
      expect(others).toMatchObject(texts.map((text) => ({ title, text })))
    }, patience)
  const untilReady = (role: Role, shown: Readonly<Record<'title' | 'text', string>>) =>
    vi.waitFor(async () => expect(await unread(role)).toMatchObject([shown]), patience)
  const chat = (role: Role) => portal.services.chat.as(organization.members[role], ['chat', 'documents'])
  return { documents, chat, idOf, upload, propose, approvalOf, unread, untilUnread, untilReady }
}

describe('what happens in documents', () => {
  it('reaches the approver, then the author, until nothing is left to do', async () => {
    const { documents, upload, propose, approvalOf, untilUnread } = await newScene('Travel')
    const { id } = await upload('Travel\n\nTrips are booked by the office.\n', 'travel.txt')
    const version = await propose(id, 'manager')
    await untilUnread('manager', 'Version 2 awaits your approval')
    await untilUnread('facilitator')
    const params = { id: await approvalOf('manager') }
    await documents('manager').call(documentsApi.decideApproval, { params, body: { status: 'approved' } })
    await untilUnread('manager')
    await untilUnread('facilitator', 'Version 2 was approved')
    await documents('admin').call(documentsApi.activateVersion, { params: { id, versionId: version.id } })
    await untilUnread('facilitator', 'Version 2 is the current version now')
    await documents('admin').call(documentsApi.deleteDocument, { params: { id } })
    await untilUnread('facilitator')
    await documents('admin').call(documentsApi.restoreDocument, { params: { id } })
    await untilUnread('facilitator', 'Version 2 is the current version now')
  }, 240_000)

  it('reaches a delegate, and the author whose version goes back', async () => {
    const { documents, idOf, upload, propose, approvalOf, untilUnread } = await newScene('Gifts')
    const { id } = await upload('Gifts\n\nGifts are declined.\n', 'gifts.txt')
    await propose(id, 'manager')
    const params = { id: await approvalOf('manager') }
    const body = { delegateUserId: idOf('team_member') }
    await documents('manager').call(documentsApi.delegateApproval, { params, body })
    await untilUnread('team_member', 'Version 2 awaits your decision as a delegate')
    const comments = 'Say who declines them.'
    await documents('team_member').call(documentsApi.requestChanges, { params, body: { comments } })
    await untilUnread('facilitator', 'Changes to version 2 were requested')
    await untilUnread('team_member')
    await untilUnread('manager')
  }, 240_000)

  it('reaches those who are asked to acknowledge, until they have or nobody is asked any more', async () => {
    const { documents, upload, untilUnread } = await newScene('Hygiene')
    const { id, currentVersion } = await upload('Hygiene\n\nHands are washed.\n', 'hygiene.txt')
    const versionId = currentVersion?.id ?? ''
    const campaign = await documents('admin').call(documentsApi.startCampaign, {
      body: { versionId, dueOn: '2099-01-31' },
    })
    const asked = 'Please read and acknowledge it by 31 January 2099'
    await untilUnread('team_member', asked)
    await untilUnread('manager', asked)
    const [version] = await documents('team_member').call(documentsApi.listVersions, { params: { id } })
    await documents('team_member').call(documentsApi.acknowledge, {
      params: { versionId },
      body: { contentHash: version?.contentHash ?? '' },
    })
    await untilUnread('team_member')
    await untilUnread('manager', asked)
    await documents('admin').call(documentsApi.closeCampaign, { params: { id: campaign.id } })
    await untilUnread('manager')
  }, 240_000)

  it('reaches the owner whom somebody asks, and shows them the question', async () => {
    const { documents, chat, idOf, upload, untilUnread } = await newScene('Parking')
    const { id } = await upload('Parking\n\nCars are parked behind the house.\n', 'parking.txt')
    const params = { id }
    const body = { ownerId: idOf('team_member') }
    await documents('admin').call(documentsApi.changeDocument, { params, body })
    const question = 'Where are bicycles parked?'
    const { assistantMessage } = await chat('manager').call(chatApi.ask, { body: { question } })
    const sent = await chat('manager').call(chatApi.sendToOwner, {
      params: { id: assistantMessage.id },
      body: { documentId: id },
    })
    expect(sent.ownerId).toBe(body.ownerId)
    await untilUnread('team_member', 'A question was sent to its owner')
    await untilUnread('manager')
    expect(await chat('team_member').call(chatApi.listDocumentQuestions, { params })).toMatchObject({
      sent: [{ question, askerId: idOf('manager'), outcome: 'no_evidence' }],
    })
  }, 240_000)

  it('reaches the one who uploaded files that can be read now, as one that counts them', async () => {
    const { upload, unread, untilReady } = await newScene('Scales')
    await upload('Scales\n\nScales are checked every day.\n', 'scales.txt')
    await untilReady('facilitator', { title: 'Scales', text: 'A file that you uploaded is readable now' })
    await upload('Scales\n\nScales are cleaned every week.\n', 'more.txt')
    const text = '2 files that you uploaded are readable now'
    await untilReady('facilitator', { title: 'Scales and 1 more', text })
    expect(await unread('admin')).toEqual([])
  }, 240_000)

  it('reaches the one who uploaded a file that cannot be read', async () => {
    const { upload, untilUnread } = await newScene('Broken')
    await upload('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\n', 'broken.pdf')
    await untilUnread('facilitator', 'The file could not be read')
    await untilUnread('admin')
  }, 240_000)
})
