import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DocumentsUnderTest, startDocumentsUnderTest } from '../../test/documents-under-test.ts'
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
