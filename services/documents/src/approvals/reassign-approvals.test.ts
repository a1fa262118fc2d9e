import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { campaignFor, wait } from '../acknowledgements/campaigns.fixture.ts'
import { settled, startVersionsUnderTest, statusOf, upload } from '../versions/versions.fixture.ts'

const isAwaited = sql`select exists (
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))) as "is"`

/** More than one run hands over. */
const many = 23

it("a member's leaving holds up nobody's events, however many documents it concerns and who has one locked", async () => {
  const service = await startVersionsUnderTest()
  const database = openDatabase({ urls: service.under.urls, name: 'test', transactionTimeoutMs: 180_000 })
  try {
    const [leaving, other] = [await service.newOrganization(), await service.newOrganization()]
    const owned: string[] = []
    for (let at = 0; at < many; at += 1) owned.push((await upload(leaving.admin)).id)
    const assign = ({ admin, named }: typeof leaving, id: string, person: string) =>
      statusOf(admin.call(documentsApi.changeDocument, { params: { id }, body: { ownerId: named(person) } }))
    for (const id of owned) expect(await assign(leaving, id, 'manager')).toBe(0)
    const { id: theirs } = await upload(other.admin)

    await database.tenantTx(leaving.organizationId, async (db) => {
      await db.execute(sql`select from documents where id = ${owned[0]} for update`)
      await leaving.leave(leaving.named('manager'), 'manager')
      await other.join(other.named('newcomer'), 'team_member')
      await expect.poll(() => assign(other, theirs, 'newcomer'), wait).toBe(0)
    })
    const owners = async () => {
      const documents = await leaving.admin.call(documentsApi.listDocuments, { query: {} })
      return new Set(documents.map(({ ownerId }) => ownerId))
    }
    await expect.poll(owners, wait).toEqual(new Set([null]))
  } finally {
    await database.close()
    await service.stop()
  }
}, 240_000)

it("a member's leaving holds no document while it waits for an earlier one, so nobody waits for each other", async () => {
  const service = await startVersionsUnderTest()
  const database = openDatabase({ urls: service.under.urls, name: 'test', transactionTimeoutMs: 60_000 })
  try {
    const organization = await service.newOrganization()
    const { admin, named, organizationId } = organization
    const { id: owned } = await upload(admin)
    const { documentId: asked, campaign } = await campaignFor(organization)
    await settled(admin, { id: campaign.versionId, documentId: asked })
    expect(owned < asked).toBe(true)
    const owner = { params: { id: owned }, body: { ownerId: named('manager') } }
    expect(await statusOf(admin.call(documentsApi.changeDocument, owner))).toBe(0)

    await database.tenantTx(organizationId, async (db) => {
      await db.execute(sql`select from documents where id = ${owned} for update`)
      await organization.leave(named('manager'), 'manager')
      await expect.poll(async () => (await db.execute(isAwaited))[0], wait).toEqual({ is: true })
      // Others, like its reading, may hold it for a moment.
      const free = () => db.execute(sql`select from documents where id = ${asked} for update skip locked`)
      await expect.poll(async () => (await free()).length, wait).toBe(1)
    })
    const read = () => admin.call(documentsApi.readDocument, { params: { id: owned } })
    await expect.poll(async () => (await read()).ownerId, wait).toBe(null)
  } finally {
    await database.close()
    await service.stop()
  }
}, 180_000)
