import type { Department } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { teamApi } from '@portal/contracts/team'
import { service as documents } from '@portal/documents-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type RepublishProgress, republish } from '@portal/service-kit/outbox/republish'
import { service as team } from '@portal/team-service/service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { openTestEventBus, type TestEventBus } from '@portal/testkit/test-event-bus'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { republishingService } from '../operable-services.ts'

const patience = { timeout: 45_000, interval: 25 }
let events: TestEventBus
let engines: DocumentEngines
let teamUnderTest: ServiceUnderTest
let documentsUnderTest: ServiceUnderTest
/** The documents service's database, to change it behind the service's back. */
let rows: Database

beforeAll(async () => {
  events = await openTestEventBus()
  engines = await openDocumentEngines()
  teamUnderTest = await startUnderTest(team, { ports: teamPorts(), bus: events.bus })
  const { office } = teamUnderTest
  documentsUnderTest = await startUnderTest(documents, { ports: engines.ports, bus: events.bus, office })
  rows = openDatabase({ urls: documentsUnderTest.urls, name: 'test', appConnections: 1 })
})
afterAll(async () => {
  await rows.close()
  await documentsUnderTest.stop()
  await teamUnderTest.stop()
  await engines.close()
  await events.close()
})

/** Runs `npm run republish -- <service>`. */
async function runRepublish(
  under: ServiceUnderTest,
  name: string,
): Promise<{ count: number; steps: RepublishProgress[] }> {
  const steps: RepublishProgress[] = []
  const database = openDatabase({ urls: under.urls, name: 'operator', appConnections: 1 })
  try {
    const count = await republish({
      service: name,
      republish: (await republishingService(name)).republish,
      database,
      progress: (step) => void steps.push(step),
      halted: new AbortController().signal,
    })
    return { count, steps }
  } finally {
    await database.close()
  }
}

async function newOrganization() {
  const person = await teamUnderTest.asService('gateway').call(teamApi.resolveIdentity, {
    body: {
      issuer: 'https://portal.test/oidc',
      subject: crypto.randomUUID(),
      username: `founder-${crypto.randomUUID()}`,
      email: null,
      isEmailVerified: false,
      firstName: null,
      lastName: null,
    },
  })
  const founder = teamUnderTest.as({ personId: person.personId })
  const { id } = await founder.call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })
  const actor = { personId: person.personId, organizationId: id, role: 'admin' as const }
  return { organizationId: id, team: teamUnderTest.as(actor), documents: documentsUnderTest.as(actor) }
}

async function knownDepartments(organizationId: number): Promise<number> {
  const [row] = await rows.tenantTx(organizationId, (db) =>
    db.execute<{ count: string }>(sql`select count(*) from departments`),
  )
  return Number(row?.count ?? 0)
}

test('a lost projection of departments comes back from team, and uploads into them work again', async () => {
  const { organizationId, team: admin, documents: library } = await newOrganization()
  const departments: Department[] = await admin.call(teamApi.listDepartments, {})
  await vi.waitFor(
    async () => expect(await knownDepartments(organizationId)).toBe(departments.length),
    patience,
  )
  await rows.tenantTx(organizationId, (db) => db.execute(sql`delete from departments`))

  const { count, steps } = await runRepublish(teamUnderTest, 'team')
  expect(count).toBe(1 + 1 + departments.length + 1)
  expect(steps.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['people', 'organizations', 'departments', 'members', 'events']),
  )
  expect(steps.at(-1)).toEqual({ what: 'events', done: expect.any(Number), of: steps.at(-1)?.done })
  await vi.waitFor(
    async () => expect(await knownDepartments(organizationId)).toBe(departments.length),
    patience,
  )
  const form = { departmentId: String(departments[0]?.id) }
  const file = new Blob(['Retention Policy\n\nRecords are kept for seven years and then destroyed.\n'])
  const uploaded = library.call(documentsApi.uploadDocument, { form, file, fileName: 'policy.txt' })
  await expect(uploaded).resolves.toMatchObject({ departmentId: departments[0]?.id })
})

test('a projection that missed a deletion learns of it, and shows none instead of the department again', async () => {
  const { organizationId, team: admin, documents: library } = await newOrganization()
  const department = await admin.call(teamApi.createDepartment, {
    body: { name: 'Quality', color: '#06B6D4' },
  })
  const document = await library.call(documentsApi.uploadDocument, {
    form: { departmentId: department.id },
    file: new Blob(['Quality Policy\n\nRecords are kept for seven years and then destroyed.\n']),
    fileName: 'quality.txt',
  })
  const shown = async () =>
    (await library.call(documentsApi.readDocument, { params: { id: document.id } })).departmentName
  await admin.call(teamApi.deleteDepartment, { params: { id: department.id } })
  await vi.waitFor(async () => expect(await shown()).toBeNull(), patience)
  await rows.tenantTx(organizationId, (db) => db.execute(sql`update departments set is_deleted = false`))
  expect(await shown()).toBe('Quality')

  await runRepublish(teamUnderTest, 'team')
  await vi.waitFor(async () => expect(await shown()).toBeNull(), patience)
})

test('documents are told again as they are now: in force or deleted, to services and to nobody else', async () => {
  const { documents: library, organizationId } = await newOrganization()
  const upload = (name: string) =>
    library.call(documentsApi.uploadDocument, {
      form: {},
      file: new Blob([`${name} Policy\n\nRecords of ${name} are kept for seven years and then destroyed.\n`]),
      fileName: `${name}.txt`,
    })
  const kept = await upload('kept')
  const deleted = await upload('deleted')
  await library.call(documentsApi.deleteDocument, { params: { id: deleted.id } })
  const seen: EventEnvelope[] = []
  await events.bus.tail({ topics: ['documents'], handle: (event) => void seen.push(event) })

  await runRepublish(documentsUnderTest, 'documents')
  const again = () => seen.filter((event) => event.republished && event.organizationid === organizationId)
  const typesOf = (id: string) => again().flatMap((event) => (event.subject === id ? [event.type] : []))
  const ofKept = ['document.uploaded', 'document.changed', 'version.activated', 'document.ingestion-changed']
  await vi.waitFor(
    () => expect([typesOf(deleted.id), typesOf(kept.id)]).toEqual([['document.deleted'], ofKept]),
    patience,
  )
  expect(again().every((event) => event.audience === undefined)).toBe(true)
})

test('a service that owns nothing others keep, or that nobody knows, is named in a sentence', async () => {
  await expect(republishingService('analytics')).rejects.toThrow(
    'analytics owns nothing that other services keep.',
  )
  await expect(republishingService('weather')).rejects.toThrow(
    'There is no service "weather"; there are: team, documents, chat, master-admin, analytics, marketing.',
  )
})
