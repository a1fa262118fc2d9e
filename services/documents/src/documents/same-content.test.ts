import { hash } from 'node:crypto'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVersion, policyAbout, startVersionsUnderTest, upload } from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>

beforeAll(async () => {
  portal = await startVersionsUnderTest()
})
afterAll(() => portal.stop())

const sameAs = (client: Client, content: string) =>
  client.call(documentsApi.findSameContent, { query: { sha256: hash('sha256', content) } })

describe('GET /api/documents/same-content', () => {
  it('names each document once, with the newest version that has this content', async () => {
    const { admin } = await portal.newOrganization()
    const [content, other] = [policyAbout('doors'), policyAbout('windows')]
    const { id, customId, title } = await upload(admin, content)
    expect(await sameAs(admin, other)).toEqual([])
    const first = { documentId: id, customId, title, version: 1, isCurrent: true }
    expect(await sameAs(admin, content)).toEqual([first])
    const second = await addVersion(admin, id, { content: other })
    await admin.call(documentsApi.activateVersion, { params: { id, versionId: second.id } })
    expect(await sameAs(admin, content)).toEqual([{ ...first, isCurrent: false }])
    await addVersion(admin, id, { content })
    expect(await sameAs(admin, content)).toEqual([{ ...first, version: 3, isCurrent: false }])
  })

  it('never reveals a foreign or a deleted document, and nobody asks who may not upload', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    const content = policyAbout('keys')
    const { id } = await upload(theirs.admin, content)
    expect(await sameAs(mine.admin, content)).toEqual([])
    await theirs.admin.call(documentsApi.deleteDocument, { params: { id } })
    expect(await sameAs(theirs.admin, content)).toEqual([])
    await expect(sameAs(theirs.as('manager'), content)).rejects.toMatchObject({ status: 403 })
  })

  it('names the newest twenty of many', async () => {
    const { admin } = await portal.newOrganization()
    const content = policyAbout('forms')
    const ids: string[] = []
    for (let copy = 1; copy <= 22; copy += 1) {
      const [form, file] = [{ title: `Copy ${copy}` }, new Blob([content])]
      const uploaded = admin.call(documentsApi.uploadDocument, { form, file, fileName: 'forms.txt' })
      ids.unshift((await uploaded).id)
    }
    expect((await sameAs(admin, content)).map(({ documentId }) => documentId)).toEqual(ids.slice(0, 20))
  })

  it('wants a whole hash', async () => {
    const { admin } = await portal.newOrganization()
    const query = { sha256: 'abc' }
    await expect(admin.call(documentsApi.findSameContent, { query })).rejects.toMatchObject({
      ...{ status: 400, detail: 'A SHA-256 has 64 hexadecimal digits.' },
    })
  })
})
