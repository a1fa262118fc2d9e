import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  activate,
  addVersion,
  settled,
  startVersionsUnderTest,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'
import { scannedMax } from './as-of.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization
let documentId: string

const question = 'How long are records of accidents kept?'
const policyOf = (years: string) =>
  `Archive Policy\n\n1. Purpose\n\nRecords of accidents are kept for ${years} years in the archive.\n`

beforeAll(async () => {
  service = await startVersionsUnderTest()
}, 240_000)
afterAll(() => service.stop())

/** Seven years from January on, eleven from the middle of March on, thirteen not approved yet. */
beforeEach(async () => {
  organization = await service.newOrganization()
  const { admin, named } = organization
  const document = await upload(admin, policyOf('seven'))
  documentId = document.id
  const first = { documentId, id: document.currentVersion?.id ?? '' }
  await settled(admin, first)
  const second = await addVersion(admin, documentId, { content: policyOf('eleven') })
  await settled(admin, second)
  await activate(admin, second)
  const pending = { content: policyOf('thirteen'), approverIds: named('team_member') }
  await settled(admin, await addVersion(admin, documentId, pending))
  await happened(first.id, '2026-01-10T09:00:00Z', '2026-03-15T23:30:00Z')
  await happened(second.id, '2026-03-15T23:30:00Z', null)
  await vi.waitFor(async () => expect(await found(admin)).toContain('eleven'), {
    timeout: 60_000,
    interval: 50,
  })
}, 240_000)

async function happened(versionId: string, activatedAt: string, supersededAt: string | null) {
  const database = openDatabase({ urls: service.under.urls, name: 'calendar' })
  await database.tenantTx(organization.organizationId, (db) =>
    db.execute(sql`update versions set activated_at = ${activatedAt}, superseded_at = ${supersededAt}
      where id = ${versionId}`),
  )
  await database.close()
}

const retrieve = async (client: Client, asOf?: string) =>
  (
    await client.call(documentsApi.retrievePassages, {
      body: { question, limit: 5, ...(asOf === undefined ? {} : { supposed: { asOf } }) },
    })
  ).passages
const found = async (client: Client, asOf?: string) =>
  (await retrieve(client, asOf)).map(({ text }) => text).join('\n')
const change = (body: object) =>
  organization.admin.call(documentsApi.changeDocument, { params: { id: documentId }, body })

describe('retrieval as of a day', () => {
  it.each([
    ['2026-01-09', []],
    ['2026-01-10', ['seven']],
    ['2026-03-14', ['seven']],
    ['2026-03-15', ['eleven']],
    ['2026-06-01', ['eleven']],
  ])('finds on %s what was in force at the end of that day', async (day, years) => {
    const text = await found(organization.as('team_member'), day)
    expect(['seven', 'eleven', 'thirteen'].filter((each) => text.includes(each))).toEqual(years)
  })

  it("reads the day in the organization's time zone", async () => {
    const database = openDatabase({ urls: service.under.urls, name: 'zone' })
    await database.tenantTx(organization.organizationId, (db) =>
      db.execute(sql`insert into organization_settings
        (organization_id, time_zone, approval_reminder_days)
        values (${organization.organizationId}, 'Europe/Berlin', '{}')`),
    )
    await database.close()
    expect(await found(organization.admin, '2026-03-15')).toContain('seven')
    expect(await found(organization.admin, '2026-03-16')).toContain('eleven')
  })

  it('has spans compared and verified as of that day, which today are not citable', async () => {
    const [passage] = await retrieve(organization.admin, '2026-02-01')
    if (!passage) throw new Error('Nothing was found.')
    const { versionId, start, end, text, id: passageId } = passage
    const supposed = { asOf: '2026-02-01' }
    const spans = [{ versionId, start, end, text }]
    const verify = (body: object) =>
      organization.admin.call(documentsApi.verifySpans, { body: { spans, ...body } })
    expect(await verify({ supposed })).toEqual({ valid: [true] })
    expect(await verify({})).toEqual({ valid: [false] })
    const compared = await organization.admin.call(documentsApi.compareSpans, {
      body: { question, spans: [{ passageId, start: 0, end: text.length }], supposed },
    })
    expect(compared.similarities).toEqual([expect.any(Number)])
    const opened = await organization.as('team_member').call(documentsApi.readVersionText, {
      params: { id: documentId, versionId },
    })
    expect(opened).toMatchObject({ isCurrent: false, supersededAt: '2026-03-15T23:30:00.000Z' })
  })

  it('finds nothing of a document that is restricted, out of force or deleted today', async () => {
    const reader = organization.as('team_member')
    const department = { number: 2, name: 'Human Resources', color: '#10B981' }
    await organization.publish(teamEvents.departmentCreated, '2', department)
    await change({ visibleTo: [2] })
    expect(await found(reader, '2026-02-01')).toBe('')
    expect(await found(organization.as('team_member', 'team_member', [2]), '2026-02-01')).toContain('seven')
    await change({ visibleTo: [], isActive: false })
    for (const client of [reader, organization.admin]) expect(await found(client, '2026-02-01')).toBe('')
    await change({ isActive: true })
    await organization.admin.call(documentsApi.deleteDocument, { params: { id: documentId } })
    expect(await found(organization.admin, '2026-02-01')).toBe('')
  })

  it(`is refused with a sentence above ${scannedMax} passages that were replaced since`, async () => {
    const database = openDatabase({ urls: service.under.urls, name: 'many' })
    const count = (passages: number) =>
      database.tenantTx(organization.organizationId, (db) =>
        db.execute(sql`update versions set passage_count = ${passages} where superseded_at is not null`),
      )
    await count(scannedMax)
    expect(await found(organization.admin, '2026-02-01')).toContain('seven')
    await count(scannedMax + 1)
    await expect(retrieve(organization.admin, '2026-02-01')).rejects.toMatchObject({
      status: 409,
      detail: 'Too much has changed since that day to answer as of it.',
    })
    expect(await found(organization.admin, '2026-06-01')).toContain('eleven')
    await database.close()
  })

  it("finds nothing of another organization's", async () => {
    const other = await service.newOrganization()
    expect(await found(other.admin, '2026-02-01')).toBe('')
  })
})
