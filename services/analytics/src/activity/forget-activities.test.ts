import { listRowsMax } from '@portal/contracts/list-query'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { service as analytics } from '../service.ts'
import { forgetActivities } from './forget-activities.ts'

it('what happened more than a year ago is forgotten, except what a list may still show', async () => {
  const under = await startUnderTest(analytics, { ports: {} })
  onTestFinished(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  onTestFinished(() => database.close())
  const happened = (organizationId: number, count: number, daysAgo: number) =>
    database.tenantTx(organizationId, (db) =>
      db.execute(sql`
        insert into activities (organization_id, id, at, action, is_for_everyone, departments, roles, users)
        select ${organizationId}, gen_random_uuid(), now() - make_interval(days => ${daysAgo}::int),
          'department.created', true, '{}', '{}', '{}'
        from generate_series(1, ${count}::int)`),
    )
  const [busy, between, quiet] = [1, 2, 3]
  await happened(busy, 6000, 400)
  await happened(busy, listRowsMax, 300)
  await happened(between, 3000, 400)
  await happened(between, listRowsMax - 3000, 300)
  await happened(quiet, 3, 2000)
  const transactions: number[] = []
  await forgetActivities({
    platformTx: (work) =>
      database.platformTx(async (db) => {
        const result = await work(db, () => () => Promise.reject(new Error('No jobs.')))
        if (typeof result === 'number') transactions.push(result)
        return result
      }),
  })
  expect(Math.max(...transactions)).toBeLessThanOrEqual(2000)
  const left = async (organizationId: number) => {
    const admin = under.as({ personId: 'p', organizationId, role: 'admin' })
    const response = await admin.request('GET', '/api/analytics/activity?limit=1')
    return Number(response.headers.get('x-total-count'))
  }
  expect(await Promise.all([busy, between, quiet].map(left))).toEqual([listRowsMax, listRowsMax, 3])
}, 60_000)
