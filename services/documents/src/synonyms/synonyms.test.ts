import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DocumentsUnderTest,
  policy,
  startDocumentsUnderTest,
  uploadReady,
} from '../../test/documents-under-test.ts'
import { refusalOf, statusOf } from '../versions/versions.fixture.ts'

let portal: DocumentsUnderTest

beforeAll(async () => {
  portal = await startDocumentsUnderTest()
})
afterAll(() => portal[Symbol.asyncDispose]())

const own = [
  ['EWC', 'works council'],
  ['Harbour', 'HR self-service', 'holiday tool'],
]

it('are an organization’s own, replaced as a whole', async () => {
  const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
  expect(await mine.admin.call(documentsApi.readSynonyms, {})).toEqual({ groups: [] })
  await mine.admin.call(documentsApi.replaceSynonyms, { body: { groups: own } })
  expect(await mine.admin.call(documentsApi.readSynonyms, {})).toEqual({ groups: own })
  expect(await theirs.admin.call(documentsApi.readSynonyms, {})).toEqual({ groups: [] })
  await mine.admin.call(documentsApi.replaceSynonyms, { body: { groups: [] } })
  expect(await mine.admin.call(documentsApi.readSynonyms, {})).toEqual({ groups: [] })
})

it('that somebody else has changed since a form was opened are not overwritten', async () => {
  const { admin } = await portal.newOrganization()
  const replace = (groups: string[][], seen: string[][]) =>
    admin.call(documentsApi.replaceSynonyms, { body: { groups, seen: { groups: seen } } })
  const [mine, theirs] = [own.slice(0, 1), own.slice(1)]
  const both = await Promise.allSettled([replace(mine, []), replace(theirs, [])])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { groups } = await admin.call(documentsApi.readSynonyms, {})
  expect(await refusalOf(replace(own, []))).toMatchObject({
    status: 409,
    message: expect.stringContaining('Reload the form'),
  })
  expect(await admin.call(documentsApi.readSynonyms, {})).toEqual({ groups })
  await replace(own, groups)
  expect(await admin.call(documentsApi.readSynonyms, {})).toEqual({ groups: own })
})

it.each([
  ['a word alone', [['alone']], 'A group needs at least two different words.'],
  ['a word twice', [['same', 'Same']], 'A group needs at least two different words.'],
  ['a mark', [['a', '--']], 'Each word needs a letter or a digit.'],
])('are refused with a sentence: %s', async (_, groups, sentence) => {
  const { admin } = await portal.newOrganization()
  const refused = admin.call(documentsApi.replaceSynonyms, { body: { groups } })
  expect(await refusalOf(refused)).toMatchObject({ status: 400, message: sentence })
  const tooMany = Array.from({ length: 501 }, (_, at) => [`word ${at}`, `other ${at}`])
  expect(await statusOf(admin.call(documentsApi.replaceSynonyms, { body: { groups: tooMany } }))).toBe(400)
})

it('let searches find what documents call differently, for their organization alone', async () => {
  const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
  for (const { admin } of [mine, theirs])
    for (const subject of ['visitors', 'harbour requests', 'vehicles'])
      await uploadReady(admin, policy(subject), { title: subject })
  const best = async ({ admin }: typeof mine) =>
    (await admin.call(documentsApi.searchPassages, { query: { q: 'zorpish forms', limit: 1 } })).passages[0]
  const before = await best(theirs)
  await mine.admin.call(documentsApi.replaceSynonyms, {
    body: { groups: [['Zorpish form', 'harbour request']] },
  })
  expect((await best(mine))?.title).toBe('harbour requests')
  expect((await best(theirs))?.title).toBe(before?.title)
})
