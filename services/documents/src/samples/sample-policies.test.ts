import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { versionsApi } from '@portal/contracts/versions'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type DocumentsUnderTest,
  policy,
  startDocumentsUnderTest,
  uploadReady,
} from '../../test/documents-under-test.ts'
import { sampleFiles } from './sample-files.ts'

let service: DocumentsUnderTest
beforeAll(async () => {
  service = await startDocumentsUnderTest()
}, 240_000)
afterAll(() => service[Symbol.asyncDispose]())

const add = (client: Client) => client.call(documentsApi.addSamplePolicies, {})
const remove = (client: Client) => client.call(documentsApi.removeSamplePolicies, {})
const library = (client: Client) => client.call(documentsApi.listDocuments, { query: {} })
const titles = sampleFiles.map(({ title }) => title)

it('one act adds all sample policies, marked as samples, filed and read like uploads; a second adds none', async () => {
  const { admin } = await service.newOrganization()
  const [first, second] = await Promise.all([add(admin), add(admin)])
  expect(first.titles).toEqual(titles)
  expect(second.titles).toEqual(titles)
  const ready = () => library(admin).then((all) => all.filter(({ ingestion }) => ingestion.state === 'ready'))
  await expect.poll(async () => (await ready()).length, { timeout: 60_000 }).toBe(titles.length)
  const documents = await library(admin)
  expect(documents.every(({ isSample, currentVersion }) => isSample && currentVersion !== null)).toBe(true)
  expect(documents.map(({ departmentName }) => departmentName)).toContain('Finance & Accounting')
})

it.each(sampleFiles)('$question is answered by what is in $file', async ({ question, title }) => {
  const { admin } = await service.newOrganization()
  expect((await add(admin)).questions).toContain(question)
  const found = () =>
    admin
      .call(documentsApi.retrievePassages, { body: { question, limit: 3 } })
      .then(({ passages }) => passages)
  await expect.poll(async () => (await found())[0]?.title, { timeout: 60_000 }).toBe(title)
})

it('removing them leaves what people uploaded, and a sample that has become theirs', async () => {
  const { admin } = await service.newOrganization()
  const own = await uploadReady(admin, policy('badges'), { title: 'Ours' })
  await add(admin)
  const remote = (await library(admin)).find(({ title }) => title === titles[0])
  await admin.call(versionsApi.createVersion, {
    params: { id: remote?.id ?? '' },
    form: { title: 'Our Remote Work Policy', changes: 'Three days.', draft: 'true' },
    file: new Blob([policy('remote work')]),
    fileName: 'remote.txt',
  })
  expect(await remove(admin)).toEqual({ offered: titles.length - 1, titles: [], questions: [] })
  const left = await library(admin)
  expect(left.map(({ id }) => id).sort()).toEqual([own.id, remote?.id].sort())
  expect(left.some(({ isSample }) => isSample)).toBe(false)
  const deleted = await admin.call(documentsApi.listDeletedDocuments, { query: {} })
  expect(deleted).toHaveLength(titles.length - 1)
  // Nothing is in the way of another look, which adds no second copy of the one that is theirs.
  expect((await add(admin)).titles).toEqual(titles.slice(1))
  expect(await library(admin)).toHaveLength(titles.length + 1)
})

it('an interrupted act keeps what it has added, and the next adds the others', async () => {
  const { admin } = await service.newOrganization()
  const { blobs } = service.engines.ports
  const put = blobs.put.bind(blobs)
  let stored = 0
  const store = vi.spyOn(blobs, 'put').mockImplementation(async (...file) => {
    stored += 1
    if (stored > 2) throw new Error('The store is away.')
    return put(...file)
  })
  await expect(add(admin)).rejects.toThrow()
  store.mockRestore()
  expect((await admin.call(documentsApi.readSamplePolicies, {})).titles).toEqual(titles.slice(0, 2))
  expect((await add(admin)).titles).toEqual(titles)
  expect(await library(admin)).toHaveLength(titles.length)
})

it('other organizations have none of them', async () => {
  const [one, other] = [await service.newOrganization(), await service.newOrganization()]
  await add(one.admin)
  await remove(other.admin)
  expect((await one.admin.call(documentsApi.readSamplePolicies, {})).titles).toEqual(titles)
  expect(await library(other.admin)).toEqual([])
})
