import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { defaultDepartments, teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addVersion,
  decide,
  policyAbout,
  settled,
  startVersionsUnderTest,
  withdraw,
} from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
const heard: EventEnvelope[] = []
const patience = { timeout: 45_000, interval: 50 }

beforeAll(async () => {
  portal = await startVersionsUnderTest()
  const handle = (event: EventEnvelope) => void heard.push(event)
  await portal.under.bus.tail({ topics: ['documents'], handle })
})
afterAll(() => portal.stop())

/** An organization that knows its five departments. */
async function newOrganization() {
  const organization = await portal.newOrganization()
  for (const { number, name, color } of defaultDepartments)
    await organization.publish(teamEvents.departmentCreated, String(number), { number, name, color })
  return organization
}

const upload = (client: Client, visibleTo: string) =>
  client.call(documentsApi.uploadDocument, {
    form: { visibleTo },
    file: new Blob([policyAbout(crypto.randomUUID())]),
    fileName: 'policy.txt',
  })

/** The events of a document, once this one has come. */
async function eventsOf(id: string, last: string): Promise<readonly EventEnvelope[]> {
  return vi.waitFor(() => {
    const events = heard.filter(({ subject }) => subject === id)
    expect(events.map(({ type }) => type)).toContain(last)
    return events
  }, patience)
}

/** From upload to restoring: everything that happens to a document and its versions. */
async function wholeLife(visibleTo: string) {
  const { admin, as, named, organizationId } = await newOrganization()
  const document = await upload(admin, visibleTo)
  const { id } = document
  const params = { id }
  await settled(admin, { id: document.currentVersion?.id ?? '', documentId: id })
  const second = await addVersion(admin, id, { approverIds: named('manager') })
  await withdraw(admin, second)
  const third = await addVersion(admin, id, { approverIds: named('manager') })
  await decide(as('manager'), third)
  await admin.call(documentsApi.activateVersion, { params: { id, versionId: third.id } })
  await settled(admin, third)
  await admin.call(documentsApi.changeDocument, { params, body: { title: 'Another title' } })
  await admin.call(documentsApi.deleteDocument, { params })
  await admin.call(documentsApi.restoreDocument, { params })
  return { ...{ admin, params, organizationId }, manager: named('manager') }
}

const typesOf = (events: readonly EventEnvelope[]) => new Set(events.map(({ type }) => type))

describe('events about a document that only some departments may see (decision 28)', () => {
  it('concern these departments, the stewards and who decides on a version, nobody else', async () => {
    const { params, organizationId, manager } = await wholeLife('2,3')
    const events = await eventsOf(params.id, 'document.restored')
    expect(typesOf(events).size).toBeGreaterThanOrEqual(11)
    const readers = { organizationId, departments: [2, 3], roles: ['facilitator', 'admin'] }
    const toPersons = ['approval.requested']
    for (const { type, audience, data } of events) {
      if (toPersons.includes(type)) expect(audience).toEqual({ organizationId, users: [manager] })
      else {
        const { users = [], ...others } = audience ?? {}
        expect({ type, ...others }).toEqual({ type, ...readers })
        const mayKnow = 'versionId' in data && type !== 'version.activated' ? [manager] : []
        expect({ type, users: users.filter((user) => !mayKnow.includes(user)) }).toEqual({ type, users: [] })
      }
    }
    const usersOf = (type: string) =>
      events.filter((event) => event.type === type).flatMap(({ audience }) => audience?.users)
    // Approvers hear of the end of what they were asked.
    for (const type of ['version.withdrawn', 'approval.decided'])
      expect([type, usersOf(type)]).toEqual([type, [manager]])
    expect(usersOf('version.activated')).toEqual([])
  })

  it('reach those who lose sight of it once more, and then no longer', async () => {
    const { admin, organizationId } = await newOrganization()
    const { id } = await upload(admin, '2')
    await admin.call(documentsApi.changeDocument, { params: { id }, body: { visibleTo: [3] } })
    await admin.call(documentsApi.deleteDocument, { params: { id } })
    const events = await eventsOf(id, 'document.deleted')
    const usersOf = (type: string) => events.find((event) => event.type === type)?.audience?.departments
    expect(usersOf('document.uploaded')).toEqual([2])
    expect(usersOf('document.changed')).toEqual([2, 3])
    expect(usersOf('document.deleted')).toEqual([3])
    expect(events.every(({ audience }) => audience?.organizationId === organizationId)).toBe(true)
  })

  it('of a document for everyone concern the whole organization', async () => {
    const { params, organizationId, manager } = await wholeLife('')
    for (const { type, audience } of await eventsOf(params.id, 'document.restored'))
      expect({ type, audience }).toEqual({
        type,
        audience: type === 'approval.requested' ? { organizationId, users: [manager] } : { organizationId },
      })
  })
})
