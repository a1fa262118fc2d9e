import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  decide,
  listVersions,
  startVersionsUnderTest,
  upload,
} from '../versions/versions.fixture.ts'
import { enqueueDue } from './activate-scheduled.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let look: () => Promise<void>
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  service = await startVersionsUnderTest()
  const database = openDatabase({ urls: service.under.urls, name: 'scheduler' })
  ends.push(() => database.close())
  look = () =>
    enqueueDue({
      platformTx: (work) =>
        database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
    })
}, 240_000)
afterAll(async () => {
  for (const end of ends) await end()
  await service.stop()
})

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
/** Longer than a slow machine takes to answer one request. */
const aheadMs = 15_000
const wait = { timeout: 90_000, interval: 250 }

it('a version with a later effective date is approved, and current once its date has come', async () => {
  const { admin } = await service.newOrganization()
  const { id } = await upload(admin)
  const scheduled = await addVersion(admin, id, { effectiveAt: soon(aheadMs) })
  expect(scheduled).toMatchObject({ status: 'approved', isActive: false, activatedAt: null })
  await expect
    .poll(async () => {
      // Several replicas look at once.
      await Promise.all([look(), look(), look()])
      return (await listVersions(admin, id))[0]
    }, wait)
    .toMatchObject({ isActive: true, activatedAt: expect.any(String) })
  const [now] = await listVersions(admin, id)
  expect(Date.parse(now?.activatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(scheduled.effectiveAt ?? ''))
  await look()
  expect((await listVersions(admin, id))[0]?.activatedAt).toBe(now?.activatedAt)
})

it('a version approved after its effective date is current at once', async () => {
  const { admin, as, named } = await service.newOrganization()
  const { id } = await upload(admin)
  const late = await addVersion(admin, id, { effectiveAt: soon(-1000), approverIds: named('manager') })
  expect(late.isActive).toBe(false)
  await decide(as('manager'), late)
  expect((await listVersions(admin, id))[0]).toMatchObject({ status: 'approved', isActive: true })
})

it('a version activated before its day is in force from then on, and says so', async () => {
  const { admin } = await service.newOrganization()
  const { id } = await upload(admin)
  const nextWeek = soon(7 * 86_400_000)
  await activate(admin, await addVersion(admin, id, { effectiveAt: nextWeek }))
  const { effectiveOn } = await admin.call(documentsApi.readDocument, { params: { id } })
  const [version] = await listVersions(admin, id)
  expect([effectiveOn, version?.isActive]).toEqual([version?.activatedAt?.slice(0, 10), true])
  expect(version?.effectiveAt).toBe(version?.activatedAt)
})

it('no schedule brings back what a newer version has replaced, nor touches a deleted document', async () => {
  const { admin } = await service.newOrganization()
  const { id } = await upload(admin)
  const older = await addVersion(admin, id, { effectiveAt: soon(aheadMs) })
  await activate(admin, await addVersion(admin, id))
  const deleted = await upload(admin)
  await addVersion(admin, deleted.id, { effectiveAt: soon(aheadMs) })
  await admin.call(documentsApi.deleteDocument, { params: { id: deleted.id } })
  const due = await upload(admin)
  await addVersion(admin, due.id, { effectiveAt: soon(aheadMs) })
  await expect
    .poll(async () => {
      await look()
      return (await listVersions(admin, due.id))[0]?.isActive
    }, wait)
    .toBe(true)
  const versions = await listVersions(admin, id)
  expect(versions.map(({ version, isActive }) => [version, isActive])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ])
  expect(versions.find((version) => version.id === older.id)?.effectiveAt).toBeNull()
})
