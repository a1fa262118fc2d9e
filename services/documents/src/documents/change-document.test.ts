import { type Client, RequestError } from '@portal/contracts/client'
import { type DocumentChange, documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type DocumentsUnderTest,
  policy,
  startDocumentsUnderTest,
  uploadReady,
} from '../../test/documents-under-test.ts'

let portal: DocumentsUnderTest

beforeAll(async () => {
  portal = await startDocumentsUnderTest()
})
afterAll(() => portal[Symbol.asyncDispose]())

const read = (client: Client, id: string) => client.call(documentsApi.readDocument, { params: { id } })
const change = (client: Client, id: string, body: DocumentChange) =>
  client.call(documentsApi.changeDocument, { params: { id }, body })
const remove = (client: Client, id: string) => client.call(documentsApi.deleteDocument, { params: { id } })
const restore = (client: Client, id: string) => client.call(documentsApi.restoreDocument, { params: { id } })
const list = async (client: Client) =>
  (await client.call(documentsApi.listDocuments, { query: {} })).map(({ id }) => id)
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof RequestError ? error.status : -1),
  )

type Canaries = Awaited<ReturnType<typeof uploadCanaries>>

/** A document that can be searched, with its text. */
async function uploadCanaries(admin: Client, form: { title?: string; visibleTo?: string } = {}) {
  const document = await uploadReady(admin, policy('canaries'), form)
  const params = { id: document.id, versionId: document.currentVersion?.id ?? '' }
  const { text } = await admin.call(documentsApi.readVersionText, { params })
  return { ...document, text }
}

/** Every way in which a person can come by a document: the status or what was found. */
async function seenBy(client: Client, document: Canaries) {
  const params = { id: document.id, versionId: document.currentVersion?.id ?? '' }
  const question = 'How long are records of canaries kept?'
  const { passages } = await client.call(documentsApi.retrievePassages, { body: { question, limit: 5 } })
  const found = await client.call(documentsApi.searchPassages, { query: { q: question } })
  const { text } = document
  const span = { versionId: params.versionId, start: 0, end: text.length, text }
  const { valid } = await client.call(documentsApi.verifySpans, { body: { spans: [span] } })
  return {
    list: (await list(client)).includes(document.id),
    read: await statusOf(read(client, document.id)),
    text: await statusOf(client.call(documentsApi.readVersionText, { params })),
    file: await statusOf(
      client.request('GET', `/api/documents/${params.id}/versions/${params.versionId}/file`),
    ),
    retrieval: passages.length > 0,
    search: found.passages.length > 0,
    citation: valid[0],
  }
}

const everything = {
  ...{ list: true, read: 200, text: 200, file: 200 },
  ...{ retrieval: true, search: true, citation: true },
}
const nothing = {
  ...{ list: false, read: 404, text: 404, file: 404 },
  ...{ retrieval: false, search: false, citation: false },
}

describe('visibility (decision 28)', () => {
  it('set at upload holds at every door: list, page, text, file, retrieval, search and citation', async () => {
    const { as, admin } = await portal.newOrganization()
    const document = await uploadCanaries(admin, { visibleTo: '2,3' })
    expect(document.visibleTo).toEqual([2, 3])
    expect(await seenBy(as('team_member', { departments: [3] }), document)).toEqual(everything)
    expect(await seenBy(as('team_member', { departments: [1] }), document)).toEqual(nothing)
    expect(await seenBy(as('team_member'), document)).toEqual(nothing)
    expect(await seenBy(as('manager', { departments: [1] }), document)).toEqual(nothing)
    expect(await seenBy(admin, document)).toEqual(everything)
    expect(await seenBy(as('facilitator'), document)).toEqual(everything)
  })

  it('changed later, opens and closes every door at once', async () => {
    const { as, admin } = await portal.newOrganization()
    const document = await uploadCanaries(admin)
    const reader = as('team_member', { departments: [1] })
    expect(await seenBy(reader, document)).toEqual(everything)
    await change(admin, document.id, { visibleTo: [2] })
    expect(await seenBy(reader, document)).toEqual(nothing)
    await change(admin, document.id, { visibleTo: [1, 2] })
    await vi.waitFor(async () => expect(await seenBy(reader, document)).toEqual(everything), {
      timeout: 45_000,
      interval: 100,
    })
  })

  it('takes departments of the own organization only', async () => {
    const { admin } = await portal.newOrganization()
    const { id } = await uploadReady(admin, policy('badges'))
    expect(await statusOf(change(admin, id, { visibleTo: [1, 99] }))).toBe(404)
    expect(await statusOf(change(admin, id, { departmentId: 99 }))).toBe(404)
    expect((await read(admin, id)).visibleTo).toEqual([])
  })
})

describe('PATCH /api/documents/{id}', () => {
  it('changes what it names and nothing else', async () => {
    const { admin } = await portal.newOrganization()
    const before = await uploadReady(admin, policy('badges'), { title: 'Badges', departmentId: '2' })
    const after = await change(admin, before.id, { title: 'Badges and keys' })
    expect(after).toEqual({ ...before, title: 'Badges and keys' })
    expect(await change(admin, before.id, { departmentId: null })).toMatchObject({ departmentName: null })
    expect(await read(admin, before.id)).toMatchObject({ title: 'Badges and keys', departmentId: null })
  })

  it('of two people who began with the same, the later one is told, and undoes nothing', async () => {
    const { admin } = await portal.newOrganization()
    const { id } = await uploadCanaries(admin)
    await change(admin, id, { visibleTo: [3], seen: { visibleTo: [] } })
    await expect(change(admin, id, { visibleTo: [4], seen: { visibleTo: [] } })).rejects.toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^This was changed meanwhile, by somebody else or by you in another tab/),
    })
    expect(await read(admin, id)).toMatchObject({ visibleTo: [3] })
    // What neither of them has changed is in nobody's way.
    await change(admin, id, { title: 'Canaries', seen: { ownerId: null } })
    expect(await read(admin, id)).toMatchObject({ title: 'Canaries', visibleTo: [3] })
  })

  it('out of force, a document leaves search and answers at once, and comes back (decision 22)', async () => {
    const { as, admin } = await portal.newOrganization()
    const document = await uploadCanaries(admin)
    const reader = as('team_member')
    await change(admin, document.id, { isActive: false })
    expect(await seenBy(reader, document)).toEqual(nothing)
    expect(await seenBy(admin, document)).toMatchObject({ list: true, retrieval: false, search: false })
    await change(admin, document.id, { isActive: true })
    await vi.waitFor(async () => expect(await seenBy(reader, document)).toEqual(everything), {
      timeout: 45_000,
      interval: 100,
    })
  })

  it('is refused without a field, to others than stewards, and with 404 to another organization', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const { id } = await uploadReady(mine.admin, policy('badges'))
    await expect(change(mine.admin, id, {})).rejects.toMatchObject({
      status: 400,
      detail: 'Nothing is to be changed: name at least one field.',
    })
    expect(await statusOf(change(mine.as('manager'), id, { title: 'Mine' }))).toBe(403)
    expect(await statusOf(change(theirs.admin, id, { title: 'Mine' }))).toBe(404)
    expect(await statusOf(change(theirs.admin, uuidV7(), { title: 'Mine' }))).toBe(404)
  })

  it('says by event what the document is now', async () => {
    const { admin } = await portal.newOrganization()
    const { id } = await uploadReady(admin, policy('badges'))
    const seen: EventEnvelope[] = []
    const handle = async (envelope: EventEnvelope) => {
      if (envelope.type === 'document.changed' && envelope.subject === id) seen.push(envelope)
    }
    await portal.under.bus.subscribe({ group: `changes-${id}`, topics: ['documents'], handle })
    await change(admin, id, { visibleTo: [4, 2, 4], isActive: false })
    await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 45_000 })
    expect(seen[0]?.data).toMatchObject({ documentId: id, isActive: false, visibleTo: [2, 4] })
  })
})

describe('POST /api/documents/{id}/restore', () => {
  it('brings a deleted document back with everything that it had', async () => {
    const { as, admin } = await portal.newOrganization()
    const before = await uploadCanaries(admin, { title: 'Canaries', visibleTo: '2' })
    const reader = as('team_member', { departments: [2] })
    await remove(admin, before.id)
    expect(await seenBy(reader, before)).toEqual(nothing)
    const { text: _, ...restored } = before
    expect(await restore(admin, before.id)).toEqual(restored)
    await vi.waitFor(async () => expect(await seenBy(reader, before)).toEqual(everything), {
      timeout: 45_000,
      interval: 100,
    })
    expect(await seenBy(as('team_member'), before)).toEqual(nothing)
  })

  it('is 404 for one that is not deleted, is foreign, or does not exist', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const { id } = await uploadReady(mine.admin, policy('badges'))
    expect(await statusOf(restore(mine.admin, id))).toBe(404)
    await remove(mine.admin, id)
    expect(await statusOf(restore(theirs.admin, id))).toBe(404)
    expect(await statusOf(restore(mine.admin, uuidV7()))).toBe(404)
    expect(await statusOf(restore(mine.as('manager'), id))).toBe(403)
  })

  it('once, when two people do it at the same time', async () => {
    const { admin, as } = await portal.newOrganization()
    const { id } = await uploadReady(admin, policy('badges'))
    await remove(admin, id)
    const both = await Promise.all([statusOf(restore(admin, id)), statusOf(restore(as('facilitator'), id))])
    expect(both.sort()).toEqual([200, 404])
  })

  it('is refused while another document has its ID', async () => {
    const { admin } = await portal.newOrganization()
    const { id } = await uploadReady(admin, policy('badges'), { customId: 'HR-1' })
    await remove(admin, id)
    await uploadReady(admin, policy('keys'), { customId: 'HR-1' })
    await expect(restore(admin, id)).rejects.toMatchObject({
      status: 409,
      detail: 'The ID HR-1 is used by another document now.',
    })
  })
})

describe('GET /api/documents/deleted', () => {
  it('lists what can be restored, with the day on which that ends, to stewards alone', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const { id } = await uploadReady(mine.admin, policy('badges'), { title: 'Badges' })
    await uploadReady(mine.admin, policy('keys'))
    await remove(mine.admin, id)
    const deleted = (client: Client) => client.call(documentsApi.listDeletedDocuments, { query: {} })
    const [row, ...others] = await deleted(mine.admin)
    expect(others).toEqual([])
    expect(row).toMatchObject({ id, title: 'Badges' })
    const days = (Date.parse(row?.purgedAt ?? '') - Date.parse(row?.deletedAt ?? '')) / 86_400_000
    expect(days).toBe(30)
    expect(await deleted(theirs.admin)).toEqual([])
    expect(await statusOf(deleted(mine.as('manager')))).toBe(403)
  })
})
