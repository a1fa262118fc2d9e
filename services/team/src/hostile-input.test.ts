import { ErrorBody } from '@portal/contracts/errors'
import type { Role } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Founded, startTeamUnderTest, type TeamUnderTest } from '../test/team-under-test.ts'

let team: TeamUnderTest
let mine: Founded
let theirs: Founded
/** Text of the other organization, which must never appear in a response. */
const canary = 'canary-5d1e'
/** Placeholders in paths for ids that only the running test knows. */
let known: Readonly<Record<string, string>>

beforeAll(async () => {
  team = await startTeamUnderTest({ operators: ['olga'] })
  mine = await team.found('Mine')
  theirs = await team.found(canary)
  const shut = await team.found(canary)
  const operator = await team.as(await team.register({ username: 'olga' }))
  await operator.call(teamApi.disableOrganization, { params: { id: shut.id } })
  known = {
    member: await team.join(mine),
    facilitator: await team.join(mine, 'facilitator'),
    stranger: theirs.founder,
    'shut-code': shut.joinCode,
    'own-code': mine.joinCode,
  }
})
afterAll(() => team[Symbol.asyncDispose]())

const everything = async () => ({
  mine: await mine.admin.call(teamApi.listMembers, { query: {} }),
  theirs: await theirs.admin.call(teamApi.listMembers, { query: {} }),
  departments: await mine.admin.call(teamApi.listDepartments, {}),
  theirDepartments: await theirs.admin.call(teamApi.listDepartments, {}),
  codes: [await mine.admin.call(teamApi.currentUser, {}), await theirs.admin.call(teamApi.currentUser, {})],
})
let before: Awaited<ReturnType<typeof everything>>
beforeEach(async () => {
  before = await everything()
})

type Case = readonly [method: string, path: string, body: string | undefined, status: number]

async function send([method, path, body]: Case, role: Role = 'admin') {
  const actor = { personId: mine.founder, organizationId: mine.id, role }
  const address = path.replace(/\{([\w-]+)\}/g, (_, name: string) => known[name] ?? name)
  const headers = {
    'x-portal-passport': await team.under.office.person(actor, ['team']),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return team.under.service.fetch(
    new Request(`http://service${address}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
}

/**
 * Each gets this status with a stable code, reveals nothing of the other organization and changes
 * nothing.
 */
function refuses(cases: readonly Case[]): void {
  it.each(cases)('%s %s %s gets %i', async (...one) => {
    const answer = await send(one)
    const text = await answer.text()
    expect(answer.status).toBe(one[3])
    expect(ErrorBody.parse(JSON.parse(text)).code).toMatch(/^[a-z_]+$/)
    expect(text).not.toContain(canary)
    expect(await everything()).toEqual(before)
  })
}

const numbers = [
  '1e3',
  '01',
  '1.0',
  '-1',
  '0',
  '%201',
  '0x1',
  '9007199254740992',
  '%D9%A1',
  '__proto__',
  '%00',
]
const people = ['1e3', '01', '-1', '9007199254740992', '__proto__', 'constructor', '%00', '{stranger}']

describe('ids that are nobody’s', () => {
  refuses([
    ...numbers.map((id): Case => ['DELETE', `/api/departments/${id}`, undefined, 404]),
    ...people.map((id): Case => ['PATCH', `/api/users/${id}/role`, '{"role":"manager"}', 404]),
    ...people.map((id): Case => ['PUT', `/api/users/${id}/departments`, '{"departments":[1]}', 404]),
    ...people.map((id): Case => ['DELETE', `/api/users/${id}`, undefined, 404]),
    ['GET', '/api/users?cursor={stranger}', undefined, 400],
    ['GET', "/api/users?cursor='%20or%201=1--", undefined, 400],
    ...['0', '-1', '5001', '1e9', 'x'].map((n): Case => ['GET', `/api/users?limit=${n}`, undefined, 400]),
    ['GET', `/api/users?q=${'x'.repeat(501)}`, undefined, 400],
    ['GET', '/api/users?q=%00', undefined, 400],
  ])
})

describe('departments of a body', () => {
  const put = (departments: string, status: number): Case => [
    'PUT',
    '/api/users/{member}/departments',
    `{"departments":${departments}}`,
    status,
  ]
  refuses([
    put('[1e3]', 404),
    put('[6]', 404),
    put('[01]', 400),
    put('[-1]', 400),
    put('[1.5]', 400),
    put('[9007199254740992]', 400),
    put('["1"]', 400),
    put('["__proto__"]', 400),
    put('[null]', 400),
    put('{"0":1,"length":1}', 400),
    put(`[${Array.from({ length: 201 }, () => 1).join()}]`, 400),
  ])
})

describe('roles that are none', () => {
  const person = (role: string) =>
    JSON.stringify({ id: 'new', email: 'new@example.org', organizationId: 1, role })
  const patch = (role: string, status = 400): Case => [
    'PATCH',
    '/api/users/{member}/role',
    `{"role":${role}}`,
    status,
  ]
  refuses([
    ...['"operator"', '"Admin"', '"isMasterAdmin"', '""', 'null', 'true', '["admin"]', '{"$ne":1}'].map(
      (role) => patch(role),
    ),
    // With a facilitator present, an admin appoints no other (decision 4).
    patch('"facilitator"', 403),
    ['POST', '/api/invitations', '{"email":"new@example.org","role":"facilitator"}', 403],
    ['POST', '/operators/people', person('facilitator'), 403],
    ['POST', '/operators/people', person('admin'), 403],
    ['PATCH', '/api/users/{facilitator}/role', '{"role":"team_member"}', 403],
    ['DELETE', '/api/users/{facilitator}', undefined, 403],
  ])
})

describe('fields that no route knows', () => {
  const extras = [
    '"isMasterAdmin":true',
    '"organizationId":1',
    '"id":1',
    '"__proto__":{"role":"admin"}',
    '"number":1',
  ]
  refuses(
    extras.flatMap((extra): Case[] => [
      ['POST', '/api/departments', `{"name":"Quality","color":"#06B6D4",${extra}}`, 400],
      ['POST', '/api/organizations', `{"name":"Another",${extra}}`, 400],
      ['PATCH', '/api/users/{member}/role', `{"role":"manager",${extra}}`, 400],
      ['PUT', '/api/users/{member}/departments', `{"departments":[1],${extra}}`, 400],
    ]),
  )
})

describe('colours and names of a department', () => {
  const post = (name: string, color: string): Case => [
    'POST',
    '/api/departments',
    JSON.stringify({ name, color }),
    400,
  ]
  refuses([
    post('Quality', '#10B981;background:url(https://evil.example/)'),
    post('Quality', 'url(javascript:alert(1))'),
    post('Quality', '#10B981"><img src=x onerror=alert(1)>'),
    post('Quality', '#10B981\n'),
    post('\u0000Quality', '#10B981'),
    ...[
      'Qua\r\nlity',
      'Qua\u0007lity',
      'Qua\u2028lity',
      'Qua\u202Elity',
      'Qua\u2066lity',
      '\u200B\u200B',
      'q\u200D',
      'Qua\uD800',
    ].map((name) => post(name, '#10B981')),
    post(' q ', '#10B981'),
    post('x'.repeat(101), '#10B981'),
  ])
})

describe('joining', () => {
  refuses([
    ['POST', '/api/organizations/join/{own-code}', undefined, 409],
    ['POST', '/api/organizations', '{"name":"A second one"}', 409],
    ...['{shut-code}', 'AAAAAA', '..%2F..%2Fetc', '__proto__', '%00', "'%20or%20''='", '*', '%25'].map(
      (code): Case => ['GET', `/api/organizations/by-code/${code}`, undefined, 404],
    ),
    ['GET', `/api/organizations/by-code/${'A'.repeat(101)}`, undefined, 404],
  ])
})

it('markup in any name is text: it comes back as it was and changes nothing else', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const claims = { firstName: name, lastName: name }
  const founder = await team.register(claims)
  const { id } = await (await team.as(founder)).call(teamApi.createOrganization, { body: { name } })
  const admin = await team.as(founder)
  await admin.call(teamApi.createDepartment, { body: { name, color: '#10B981' } })
  expect(await admin.call(teamApi.currentUser, {})).toMatchObject({ ...claims, organization: { id, name } })
  expect((await admin.call(teamApi.listDepartments, {})).at(-1)).toMatchObject({ name })
  expect(await admin.call(teamApi.listMembers, { query: { q: '<img' } })).toMatchObject([claims])
})
