import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DocumentsUnderTest,
  startDocumentsUnderTest,
  uploadReady,
} from '../../test/documents-under-test.ts'

let portal: DocumentsUnderTest

beforeAll(async () => {
  portal = await startDocumentsUnderTest()
})
afterAll(() => portal[Symbol.asyncDispose]())

const five = '1. Records\n\nComplaint records are kept for five years.\n'
const ten = '1. Periods\n\nVisitor lists are kept for a year. Complaint records are kept for ten years.\n'

it('between current documents are listed with both clauses, as they stand in the texts', async () => {
  const { admin } = await portal.newOrganization()
  const complaints = await uploadReady(admin, five, { title: 'Complaints' })
  const retention = await uploadReady(admin, ten, { title: 'Retention' })
  const { contradictions, isWhole } = await admin.call(documentsApi.listContradictions, {})
  expect(isWhole).toBe(true)
  expect(contradictions).toHaveLength(1)
  const [{ kind, clauses } = { kind: null, clauses: [] }] = contradictions
  expect(kind).toBe('value')
  expect(new Set(clauses.map(({ title }) => title))).toEqual(new Set(['Complaints', 'Retention']))
  for (const { documentId: id, versionId, start, end, quote } of clauses) {
    const { text } = await admin.call(documentsApi.readVersionText, { params: { id, versionId } })
    expect(text.slice(start, end)).toBe(quote)
    expect([complaints.id, retention.id]).toContain(id)
  }
})

it('with what is not in force any more are none', async () => {
  const { admin } = await portal.newOrganization()
  await uploadReady(admin, five, { title: 'Complaints' })
  const { id } = await uploadReady(admin, ten, { title: 'Retention' })
  const count = async () => (await admin.call(documentsApi.listContradictions, {})).contradictions.length
  expect(await count()).toBe(1)
  await admin.call(documentsApi.changeDocument, { params: { id }, body: { isActive: false } })
  expect(await count()).toBe(0)
  await admin.call(documentsApi.changeDocument, { params: { id }, body: { isActive: true } })
  expect(await count()).toBe(1)
  await admin.call(documentsApi.deleteDocument, { params: { id } })
  expect(await count()).toBe(0)
})

it('never reach into another organization', async () => {
  const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
  await uploadReady(mine.admin, five)
  await uploadReady(theirs.admin, ten)
  expect((await mine.admin.call(documentsApi.listContradictions, {})).contradictions).toEqual([])
})
