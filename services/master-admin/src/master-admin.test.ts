import { masterAdminApi } from '@portal/contracts/master-admin'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HeadsUnderTest, openHeadsUnderTest } from './audit/audit-heads.fixture.ts'
import { masterAdmin } from './service.ts'

let heads: HeadsUnderTest
let under: ServiceUnderTest

beforeAll(async () => {
  heads = await openHeadsUnderTest()
  under = await startUnderTest(masterAdmin, { ports: { auditHeads: heads.heads } })
})
afterAll(async () => {
  await under.stop()
  await heads.close()
})

it('shows an operator that nothing was deleted yet, and nobody else', async () => {
  const operator = under.as({ personId: 'operator', isOperator: true })
  expect(await operator.call(masterAdminApi.listDeletions, {})).toEqual([])
  const admin = under.as({ personId: 'admin', organizationId: 1, role: 'admin' })
  await expect(admin.call(masterAdminApi.listDeletions, {})).rejects.toMatchObject({ status: 403 })
  await expect(under.visitor.call(masterAdminApi.listDeletions, {})).rejects.toMatchObject({ status: 401 })
})
