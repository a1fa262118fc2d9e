import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

const propose = (client: Client, id: string) => client.call(documentsApi.proposeFacts, { params: { id } })
const leave = (kind: string) =>
  `${kind} Leave Policy\n\n1. Purpose\n\nThis policy says how ${kind.toLowerCase()} leave is asked for and granted.\n`

describe('GET /api/documents/{id}/proposal', () => {
  it('names the title that the document gives itself', async () => {
    const { admin } = await portal.newOrganization()
    const { id, title } = await uploadReady(admin, leave('Parental'))
    expect(title).toBe('policy.txt')
    expect(await propose(admin, id)).toEqual({
      ...{ title: 'Parental Leave Policy', departmentId: null, ownerId: null },
    })
  })

  it('names the department that the text names, else the one of documents like it', async () => {
    const { admin } = await portal.newOrganization()
    for (const kind of ['Sick', 'Annual', 'Unpaid'])
      await uploadReady(admin, leave(kind), { departmentId: '2', title: `${kind} leave` })
    const alike = await uploadReady(admin, leave('Parental'))
    await vi.waitFor(async () => expect(await propose(admin, alike.id)).toMatchObject({ departmentId: 2 }), {
      timeout: 45_000,
      interval: 100,
    })
    const owned = leave('Study').replace('1. Purpose', 'Department: Operations\n\n1. Purpose')
    const { id } = await uploadReady(admin, owned)
    expect(await propose(admin, id)).toMatchObject({ title: 'Study Leave Policy', departmentId: 5 })
  })

  it('is made of what the asker may see, for stewards of the document’s organization', async () => {
    const [mine, theirs] = [await portal.newOrganization(), await portal.newOrganization()]
    for (const kind of ['Sick', 'Annual', 'Unpaid'])
      await uploadReady(theirs.admin, leave(kind), { departmentId: '2' })
    const { id } = await uploadReady(mine.admin, leave('Parental'))
    expect(await propose(mine.admin, id)).toMatchObject({ departmentId: null })
    await expect(propose(theirs.admin, id)).rejects.toMatchObject({ status: 404 })
    await expect(propose(mine.as('manager'), id)).rejects.toMatchObject({ status: 403 })
  })
})
