import { hash, randomBytes } from 'node:crypto'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DocumentsUnderTest,
  policy,
  startDocumentsUnderTest,
  upload,
  uploadReady,
} from '../../test/documents-under-test.ts'

let portal: DocumentsUnderTest

beforeAll(async () => {
  portal = await startDocumentsUnderTest()
})
afterAll(() => portal[Symbol.asyncDispose]())

async function archive(client: Client, ids: readonly string[]) {
  const address = routeUrl(documentsApi.archiveDocuments, {}, { ids: ids.join(',') })
  const response = await client.request('GET', address)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files[name])
  return { names: Object.keys(files), text, manifest: JSON.parse(text('manifest.json')), response }
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof RequestError ? error.status : -1),
  )

describe('GET /api/documents/archive', () => {
  it('holds the current files under names that unpack anywhere, and a manifest with their hashes', async () => {
    const { admin } = await portal.newOrganization()
    const leave = await uploadReady(admin, policy('leave'), {
      title: '../Leave: a "policy"',
      departmentId: '2',
    })
    const badges = await uploadReady(admin, policy('badges'), { title: 'policy.txt', customId: 'SEC-1' })
    const { names, text, manifest, response } = await archive(admin, [leave.id, badges.id])
    expect(names.sort()).toEqual(['DOC-1 ..-Leave- a -policy.txt', 'SEC-1 policy.txt', 'manifest.json'])
    expect(text('SEC-1 policy.txt')).toBe(policy('badges'))
    expect(manifest).toHaveLength(2)
    expect(manifest).toContainEqual({
      ...{ id: badges.id, customId: 'SEC-1', title: 'policy.txt', department: null, isActive: true },
      ...{ file: 'SEC-1 policy.txt', version: 1, fileName: 'policy.txt' },
      ...{ sizeBytes: Buffer.byteLength(policy('badges')), sha256: hash('sha256', policy('badges')) },
      approvedAt: expect.any(String),
    })
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="documents.zip"')
  })

  it('keeps files apart whose IDs differ only in signs that no file name may have', async () => {
    const { admin } = await portal.newOrganization()
    const ids = await Promise.all(
      ['A/1', 'A:1'].map((customId) => uploadReady(admin, policy(customId), { title: 'Same', customId })),
    )
    const { names } = await archive(
      admin,
      ids.map(({ id }) => id),
    )
    expect(names.sort()).toEqual(['A-1 Same (2).txt', 'A-1 Same.txt', 'manifest.json'])
  })

  it('is not downloaded more than twice at once by one person, while others download theirs', async () => {
    const { admin, as } = await portal.newOrganization()
    const { id } = await upload(admin, randomBytes(500_000).toString('hex'))
    const address = routeUrl(documentsApi.archiveDocuments, {}, { ids: id })
    const begin = (client: Client) => client.request('GET', address)
    const running = await Promise.all([begin(admin), begin(admin)])
    expect(await statusOf(begin(admin))).toBe(429)
    await (await begin(as('manager'))).body?.cancel()
    for (const { body } of running) await body?.cancel()
    await (await begin(admin)).body?.cancel()
  })

  it('is asked for by HEAD as often as one likes: that takes no place of those that run', async () => {
    const { admin } = await portal.newOrganization()
    const { id } = await upload(admin, policy('leave'))
    const address = routeUrl(documentsApi.archiveDocuments, {}, { ids: id })
    for (let times = 0; times < 3; times += 1) expect((await admin.request('HEAD', address)).ok).toBe(true)
    const unknown = routeUrl(documentsApi.archiveDocuments, {}, { ids: crypto.randomUUID() })
    expect(await statusOf(admin.request('HEAD', unknown))).toBe(404)
    await (await admin.request('GET', address)).body?.cancel()
  })

  it('is 404 as a whole with one document that is foreign, deleted, or closed to the reader', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const open = await uploadReady(mine.admin, policy('open'))
    const closed = await uploadReady(mine.admin, policy('closed'), { visibleTo: '2' })
    const foreign = await uploadReady(theirs.admin, policy('foreign'))
    const deleted = await uploadReady(mine.admin, policy('deleted'))
    await mine.admin.call(documentsApi.deleteDocument, { params: { id: deleted.id } })
    const reader = mine.as('team_member', { departments: [1] })
    expect(await statusOf(archive(reader, [open.id]))).toBe(200)
    for (const other of [closed, foreign, deleted])
      expect(await statusOf(archive(reader, [open.id, other.id]))).toBe(404)
    expect(await statusOf(archive(mine.admin, [open.id, closed.id]))).toBe(200)
    expect(await statusOf(archive(mine.admin, [foreign.id]))).toBe(404)
  })

  it.each(['', 'x', Array.from({ length: 101 }, () => crypto.randomUUID()).join(',')])(
    'refuses ids like %.20s',
    async (ids) => {
      const { admin } = await portal.newOrganization()
      expect(await statusOf(archive(admin, ids.split(',')))).toBe(400)
    },
  )
})
