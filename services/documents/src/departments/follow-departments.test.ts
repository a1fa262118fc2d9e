import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { EventDefinition } from '@portal/contracts/events'
import { teamEvents } from '@portal/contracts/team'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'

let engines: DocumentEngines
let under: ServiceUnderTest
const organizationId = 7
let admin: Client

beforeAll(async () => {
  engines = await openDocumentEngines()
  under = await startUnderTest(documents, { ports: engines.ports })
  admin = under.as({ personId: 'ada', organizationId, role: 'admin' })
})
afterAll(async () => {
  await under.stop()
  await engines.close()
})

function eventOf(definition: EventDefinition, number: number) {
  return {
    specversion: '1.0' as const,
    id: uuidV7(),
    source: 'team',
    type: definition.type,
    dataversion: 1,
    subject: `${organizationId}/${number}`,
    time: new Date().toISOString(),
    organizationid: organizationId,
    partitionkey: `${organizationId}/${organizationId}/${number}`,
    data: { number, name: `Department ${number}`, color: '#10B981' },
  }
}
const created = (number: number) => eventOf(teamEvents.departmentCreated, number)
const deleted = (number: number) => eventOf(teamEvents.departmentDeleted, number)

/** Resolves once everything published before has been handled. */
async function publish(...events: ReturnType<typeof eventOf>[]) {
  await under.bus.publish('team', events)
  const last = events.at(-1)
  const seen = `${last?.type}:${last?.id}`
  const passport = await under.office.person({ personId: 'ada', organizationId, role: 'admin' }, [
    'documents',
  ])
  await under.service.fetch(
    new Request('http://service/api/documents', {
      headers: { 'x-portal-passport': passport, 'x-portal-seen': seen },
    }),
  )
}

const upload = (departmentId: number) =>
  admin.call(documentsApi.uploadDocument, {
    form: { departmentId, title: crypto.randomUUID() },
    file: new Blob([`Records ${crypto.randomUUID()} are kept for seven years.\n`]),
    fileName: 'policy.txt',
  })
const read = (id: string) => admin.call(documentsApi.readDocument, { params: { id } })
const inDepartment = async (department: number) =>
  (await admin.call(documentsApi.listDocuments, { query: { department } })).map(({ id }) => id)

it('documents of a deleted department show none, are found under it no more, and stay', async () => {
  await publish(created(11), created(12))
  const [left, kept] = [await upload(11), await upload(12)]
  expect(await inDepartment(11)).toEqual([left.id])
  await publish(deleted(11))
  expect(await read(left.id)).toMatchObject({ departmentId: null, departmentName: null })
  expect(await read(kept.id)).toMatchObject({ departmentId: 12, departmentName: 'Department 12' })
  expect(await inDepartment(11)).toEqual([])
  expect(await admin.call(documentsApi.listDocuments, { query: {} })).toHaveLength(2)
})

it('an upload that names a deleted department gets 404 at once, and stores nothing', async () => {
  await publish(created(21), deleted(21))
  const before = await admin.call(documentsApi.listDocuments, { query: {} })
  const answered: number[] = []
  const refused = (number: number) =>
    expect(upload(number).finally(() => answered.push(number))).rejects.toMatchObject({ code: 'not_found' })
  // An unknown one is waited for.
  await Promise.all([refused(22), refused(21)])
  expect(answered).toEqual([21, 22])
  expect(await admin.call(documentsApi.listDocuments, { query: {} })).toHaveLength(before.length)
})

it('a deletion wins over whatever is told of the department later, and needs nothing told before', async () => {
  await publish(deleted(31), created(31))
  await expect(upload(31)).rejects.toMatchObject({ status: 404 })
  await publish(created(32))
  const document = await upload(32)
  await publish(deleted(32), created(32))
  expect(await read(document.id)).toMatchObject({ departmentId: null })
})

it('a department that is told of late is waited for', async () => {
  const uploading = upload(41)
  await under.bus.publish('team', [created(41)])
  await expect(uploading).resolves.toMatchObject({ departmentId: 41 })
  await vi.waitFor(async () => expect(await inDepartment(41)).toHaveLength(1))
})
