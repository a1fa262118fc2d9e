import { type Client, RequestError } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { service as team } from '../service.ts'

let under: ServiceUnderTest
let operator: Client

beforeAll(async () => {
  under = await startUnderTest(team, { ports: teamPorts() })
  operator = under.as({ personId: 'operator', isOperator: true })
})
afterAll(() => under.stop())

const register = async () => {
  const name = crypto.randomUUID()
  const body = {
    issuer: 'https://portal.test/oidc',
    subject: name,
    username: name,
    email: `${name}@example.org`,
    isEmailVerified: true,
    firstName: null,
    lastName: null,
  }
  return (await under.asService('gateway').call(teamApi.resolveIdentity, { body })).personId
}
const identityOf = (personId: string) =>
  under.asService('gateway').call(teamApi.readIdentity, { params: { personId } })
const command = (name: string) => operator.call(teamApi.createEmptyOrganization, { body: { name } })
const disable = (id: number) => operator.call(teamApi.disableOrganization, { params: { id } })
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof RequestError ? error.status : -1),
  )

it('an operator creates an organization without members, with its codes and default departments', async () => {
  const made = await command('  Northwind  ')
  expect(made).toMatchObject({ name: 'Northwind', code: expect.stringMatching(/^[A-Z]{6}$/) })
  const looker = under.as({ personId: await register() })
  const found = await looker.call(teamApi.organizationByCode, { params: { code: made.joinCode ?? '' } })
  expect(found).toEqual({ name: 'Northwind', memberCount: 0 })
  const member = under.as({ personId: 'm', organizationId: made.id, role: 'admin' })
  expect(await member.call(teamApi.listDepartments, {})).toHaveLength(5)
})

it('a name that nobody could type to confirm its deletion gets 400', async () => {
  const founder = under.as({ personId: await register() })
  const unwanted = [
    'Two\nLines',
    'Two\r\nBcc: a@b.example',
    'gpj.\u202Efdp',
    '\u200B\u200B',
    'a\u2060',
    'Half\uD800',
  ]
  for (const name of unwanted) {
    expect([name, await statusOf(command(name))]).toEqual([name, 400])
    const founding = founder.call(teamApi.createOrganization, { body: { name } })
    expect([name, await statusOf(founding)]).toEqual([name, 400])
  }
  const name = 'Ærlig & Sønner 👩\u200D🔬 می\u200Cخواهم'
  expect(await command(name)).toMatchObject({ name })
})

it('a name of one letter gets 400 with the specified text', async () => {
  await expect(command(' A ')).rejects.toMatchObject({
    status: 400,
    detail: 'Organization name must be at least 2 characters',
  })
})

it('from the moment an organization is shut nobody has it, nobody gets in, and its members may join another', async () => {
  const { id, joinCode } = await command('Closing')
  const params = { code: joinCode ?? '' }
  const member = await register()
  await under.as({ personId: member }).call(teamApi.joinOrganization, { params })
  expect(await identityOf(member)).toMatchObject({ organization: { id }, role: 'team_member' })
  await disable(id)
  await disable(id)
  expect(await identityOf(member)).toMatchObject({ organization: null, role: null, departments: [] })
  const me = await under.as({ personId: member }).call(teamApi.currentUser, {})
  expect(me).toMatchObject({ organizationId: null, organization: null, role: null })
  const stranger = under.as({ personId: await register() })
  expect(await statusOf(stranger.call(teamApi.organizationByCode, { params }))).toBe(404)
  expect(await statusOf(stranger.call(teamApi.joinOrganization, { params }))).toBe(404)
  const other = await command('Open')
  await under
    .as({ personId: member })
    .call(teamApi.joinOrganization, { params: { code: other.joinCode ?? '' } })
  expect(await identityOf(member)).toMatchObject({ organization: { id: other.id } })
})

it('an unknown or malformed organization id gets 404', async () => {
  expect(await statusOf(disable(987_654))).toBe(404)
  for (const id of ['1e3', '01', '-1', '9007199254740992', '0', '1.0', '0x1', ' 1', 'x']) {
    const answer = operator.request('POST', `/operators/organizations/${encodeURIComponent(id)}/disable`)
    expect(await statusOf(answer), id).toBe(404)
  }
})

it('only an operator commands', async () => {
  const admin = under.as({ personId: 'admin', organizationId: 1, role: 'admin' })
  expect(await statusOf(admin.call(teamApi.createEmptyOrganization, { body: { name: 'Mine' } }))).toBe(403)
  expect(await statusOf(admin.call(teamApi.disableOrganization, { params: { id: 1 } }))).toBe(403)
})
