import { masterAdminApi } from '@portal/contracts/master-admin'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openHeadsUnderTest } from '../audit/audit-heads.fixture.ts'
import { portsWith } from '../ports.fixture.ts'
import { deletionSteps, deletions } from '../schema.ts'
import { service as masterAdmin } from '../service.ts'
import { reportOverdue } from './report-overdue.ts'

test('a deletion that is not finished after a day is shown as overdue, and the log says what it waits for', async () => {
  const heads = await openHeadsUnderTest()
  const under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
  const database = openDatabase({ urls: under.urls, name: 'test' })
  const asked = (hours: number) => sql`now() - make_interval(hours => ${hours})`
  const requested = (deletedOrganizationId: number, hours: number, finishedAt: Date | null = null) =>
    database.platformTx((db) =>
      db.insert(deletions).values({
        deletedOrganizationId,
        organizationName: `Organization ${deletedOrganizationId}`,
        requestedBy: 'olga',
        requestedAt: asked(hours),
        finishedAt,
      }),
    )
  await requested(1, 25)
  await requested(2, 23)
  await requested(3, 25, new Date())
  const step = (deletedOrganizationId: number, service: string, store: string, finishedAt: Date | null) => ({
    deletedOrganizationId,
    service,
    store,
    finishedAt,
  })
  await database.platformTx((db) =>
    db
      .insert(deletionSteps)
      .values([
        step(1, 'documents', 'files', null),
        step(1, 'chat', 'all', null),
        step(1, 'team', 'table departments', new Date()),
        step(2, 'chat', 'all', null),
      ]),
  )
  const listed = await under.as({ personId: 'olga', isOperator: true }).call(masterAdminApi.listDeletions, {})
  expect(Object.fromEntries(listed.map((one) => [one.organizationId, one.isOverdue]))).toEqual({
    1: true,
    2: false,
    3: false,
  })
  const lines: string[] = []
  const log = createLogger({
    service: 'master-admin',
    level: 'error',
    destination: { write: (line) => void lines.push(line) },
  })
  await reportOverdue({
    platformTx: (work) => database.platformTx((db) => work(db, () => expect.unreachable())),
    log,
  })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', organizationId: 1, waitsFor: ['chat: all', 'documents: files'] },
  ])
  await database.close()
  await under.stop()
  await heads.close()
}, 60_000)
