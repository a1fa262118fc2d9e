import type { Role } from '@portal/contracts/permissions'
import { templateNameApi } from '@portal/contracts/template-name'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { service as templateName } from './service.ts'

let under: ServiceUnderTest

beforeAll(async () => {
  under = await startUnderTest(templateName, { ports: {} })
})
afterAll(() => under.stop())

let organizations = 0

/** Clients of a new organization, by role. */
function newOrganization() {
  organizations += 1
  const organizationId = organizations
  return (role: Role) => under.as({ personId: `${role}-${organizationId}`, organizationId, role })
}

const create = (title: string) => ({ body: { title } })

it('shows everyone of the organization what an admin created, the newest first', async () => {
  const as = newOrganization()
  await as('admin').call(templateNameApi.createTemplateEntity, create('First'))
  await as('admin').call(templateNameApi.createTemplateEntity, create('  Second  '))
  const listed = await as('team_member').call(templateNameApi.listTemplateEntities, {})
  expect(listed.map(({ title }) => title)).toEqual(['Second', 'First'])
})

it('shows nothing of it to another organization', async () => {
  await newOrganization()('admin').call(templateNameApi.createTemplateEntity, create('Theirs'))
  expect(await newOrganization()('admin').call(templateNameApi.listTemplateEntities, {})).toEqual([])
})

it('lets nobody create without the permission, and asks a visitor to log in', async () => {
  const refused = newOrganization()('team_member').call(templateNameApi.createTemplateEntity, create('Mine'))
  await expect(refused).rejects.toMatchObject({ status: 403 })
  const visit = under.visitor.call(templateNameApi.listTemplateEntities, {})
  await expect(visit).rejects.toMatchObject({ status: 401 })
})

it('refuses a title of nothing but spaces', async () => {
  const call = newOrganization()('admin').call(templateNameApi.createTemplateEntity, create('   '))
  await expect(call).rejects.toMatchObject({ status: 400 })
})

it('gives a repeated request with the same key the same answer, once done', async () => {
  const client = newOrganization()('admin')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const act = () => client.call(templateNameApi.createTemplateEntity, create('Once'), { headers })
  expect((await act()).id).toBe((await act()).id)
  expect(await client.call(templateNameApi.listTemplateEntities, {})).toHaveLength(1)
})
