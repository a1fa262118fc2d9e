import { type Client, createClient, RequestError } from '@portal/contracts/client'
import type { EventEnvelope } from '@portal/contracts/events'
import type { NewPerson } from '@portal/contracts/operators'
import { passportHeader } from '@portal/contracts/passport'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { IdentityProviderUnavailable } from '@portal/service-kit/ports/identity-admin'
import { memoryIdentityAdmin } from '@portal/testkit/identity/memory-identity-admin'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as team } from '../service.ts'

let under: ServiceUnderTest
let operator: Client
let organizationId: number
const provider = memoryIdentityAdmin()
const identities = { ...provider }

beforeAll(async () => {
  const ports = teamPorts({ operators: ['operator', 'olga'], protectedAccounts: ['operator'], identities })
  under = await startUnderTest(team, { ports })
  await under.bus.tail({ topics: ['team'], handle: (event) => void emitted.push(event) })
  operator = under.as({ personId: 'operator-person', isOperator: true })
  organizationId = (await operator.call(teamApi.createEmptyOrganization, { body: { name: 'Northwind' } })).id
})
afterAll(() => under.stop())

let drawn = 0
const newPerson = (overrides: Partial<NewPerson> = {}): NewPerson => {
  drawn += 1
  const id = `person-${drawn}`
  return { id, email: `${id}@example.org`, organizationId, role: 'team_member', ...overrides }
}
const command = (person: NewPerson) => operator.call(teamApi.createPerson, { body: person })
const disable = (userId: string) => operator.call(teamApi.disablePerson, { params: { userId } })
const signIn = (claims: {
  username: string | null
  subject: string
  email: string
  isEmailVerified?: boolean
}) =>
  under.asService('gateway').call(teamApi.resolveIdentity, {
    body: { issuer: 'provider', isEmailVerified: true, firstName: null, lastName: null, ...claims },
  })
const subjectOf = async (name: string) => (await provider.findSubject(name)) ?? ''
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof RequestError ? { status: error.status, code: error.code } : error),
  )
const emitted: EventEnvelope[] = []
const eventsOf = (personId: string, type: string) =>
  emitted.filter((event) => event.subject === personId && event.type === type)

it('a created person has membership, role and one-time login, and is that person at the first login', async () => {
  const person = newPerson({ firstName: 'Jane', lastName: 'Doe', role: 'admin' })
  const made = await command(person)
  expect(made).toMatchObject({ ...person, organizationName: 'Northwind', access: { kind: 'password' } })
  const identity = await signIn({
    username: person.id,
    subject: await subjectOf(person.id),
    email: person.email,
  })
  expect(identity).toMatchObject({ organization: { id: organizationId }, role: 'admin', email: person.email })
  const again = await signIn({
    username: person.id,
    subject: await subjectOf(person.id),
    email: person.email,
  })
  expect(again.personId).toBe(identity.personId)
})

it('the login name stays as it was typed, whatever the provider makes of it', async () => {
  const person = newPerson({ id: 'JaneDoe', email: 'janedoe@example.org' })
  await command(person)
  await signIn({ username: 'janedoe', subject: await subjectOf('janedoe'), email: person.email })
  expect(await refusal(disable('JaneDoe'))).toBeNull()
})

it('nobody takes a created person over by their login name or address, verified or not', async () => {
  const person = newPerson()
  await command(person)
  for (const isEmailVerified of [false, true]) {
    const subject = crypto.randomUUID()
    const thief = await signIn({ username: person.id, subject, email: person.email, isEmailVerified })
    expect(thief).toMatchObject({ organization: null, role: null })
  }
  const own = await signIn({ username: person.id, subject: await subjectOf(person.id), email: person.email })
  expect(own).toMatchObject({ organization: { id: organizationId } })
})

it('a login name, address or id that somebody has, at the provider or here, in any case, gets 409', async () => {
  const person = newPerson()
  await command(person)
  const registered = await signIn({ username: 'Early.Bird', subject: 'early', email: 'early@example.org' })
  await provider.createAccount({ username: 'elsewhere', email: 'elsewhere@example.org' })
  for (const overrides of [
    { id: person.id },
    { id: person.id.toUpperCase() },
    { email: person.email },
    { id: 'early.bird' },
    { email: 'early@example.org' },
    { id: registered.personId },
    { id: 'Elsewhere' },
    { email: 'elsewhere@example.org' },
  ]) {
    expect(await refusal(command(newPerson(overrides))), JSON.stringify(overrides)).toMatchObject({
      status: 409,
    })
  }
})

it("an operator's name is not to be had, in whatever case: no API makes operators", async () => {
  for (const id of ['olga', 'Olga', 'OPERATOR']) {
    expect(await refusal(command(newPerson({ id })))).toMatchObject({ status: 409 })
    expect(await provider.findSubject(id)).toBeNull()
  }
})

it('of two equal commands at once one is carried out', async () => {
  const person = newPerson()
  const outcomes = await Promise.all([refusal(command(person)), refusal(command(person))])
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
  expect(outcomes.find((outcome) => outcome !== null)).toMatchObject({ status: 409 })
})

it('an unknown or shut organization gets 404, and no account is made', async () => {
  const closed = await operator.call(teamApi.createEmptyOrganization, { body: { name: 'Closed' } })
  await operator.call(teamApi.disableOrganization, { params: { id: closed.id } })
  for (const id of [987_654, closed.id]) {
    const person = newPerson({ organizationId: id })
    await expect(command(person)).rejects.toMatchObject({
      status: 404,
      detail: `There is no organization with the number ${id}.`,
    })
    expect(await provider.findSubject(person.id)).toBeNull()
  }
})

it('while the provider is away nothing is made and the answer is 503; afterwards the same command works', async () => {
  const person = newPerson()
  const away = vi
    .spyOn(identities, 'createAccount')
    .mockRejectedValue(new IdentityProviderUnavailable('Away.'))
  expect(await refusal(command(person))).toMatchObject({ status: 503, code: 'upstream_unavailable' })
  away.mockRestore()
  expect(await command(person)).toMatchObject({ id: person.id })
})

it('a command that was cut off after the account was made is finished by sending it again', async () => {
  const person = newPerson()
  const cut = vi.spyOn(identities, 'createAccount').mockImplementationOnce(async (account) => {
    await provider.createAccount(account)
    throw new IdentityProviderUnavailable('The answer was lost.')
  })
  expect(await refusal(command(person))).toMatchObject({ status: 503 })
  cut.mockRestore()
  const made = await command(person)
  expect(made.access).not.toBeNull()
  const identity = await signIn({
    username: person.id,
    subject: await subjectOf(person.id),
    email: person.email,
  })
  expect(identity).toMatchObject({ organization: { id: organizationId } })
})

it('a new way in is told, with who asked for it and nothing of it', async () => {
  const person = newPerson()
  await command(person)
  const access = await operator.call(teamApi.renewOneTimeLogin, { params: { userId: person.id } })
  const { personId } = await signIn({
    username: person.id,
    subject: await subjectOf(person.id),
    email: person.email,
  })
  await vi.waitFor(() => expect(eventsOf(personId, teamEvents.accessRenewed.type)).toHaveLength(1))
  const [event] = eventsOf(personId, teamEvents.accessRenewed.type)
  expect(event).toMatchObject({ actorid: 'operator-person', data: { userId: personId } })
  expect(event).not.toHaveProperty('audience')
  expect(JSON.stringify(event)).not.toContain(access.kind === 'password' ? access.password : access.url)
})

it('a new way in is for people who have never logged in', async () => {
  const person = newPerson()
  await command(person)
  const renew = () => operator.call(teamApi.renewOneTimeLogin, { params: { userId: person.id } })
  expect(await renew()).toMatchObject({ kind: 'password' })
  await signIn({ username: person.id, subject: await subjectOf(person.id), email: person.email })
  expect(await refusal(renew())).toMatchObject({ status: 409 })
  const registered = await signIn({ username: 'self-made', subject: 'self', email: 'self@example.org' })
  const takeOver = operator.call(teamApi.renewOneTimeLogin, { params: { userId: registered.personId } })
  expect(await refusal(takeOver)).toMatchObject({ status: 409 })
})

it('a disabled person has no membership, no sessions and no account any more, once and for all', async () => {
  const person = newPerson({ role: 'admin' })
  await command(person)
  const subject = await subjectOf(person.id)
  const { personId } = await signIn({ username: person.id, subject, email: person.email })
  await disable(person.id)
  await disable(person.id)
  const identity = await under.asService('gateway').call(teamApi.readIdentity, { params: { personId } })
  expect(identity).toMatchObject({ isDisabled: true, organization: null, role: null })
  expect(identity.sessionsValidFrom).not.toBeNull()
  await vi.waitFor(() => expect(provider.disabled.has(subject)).toBe(true), { timeout: 45_000 })
  const isEmitted = () =>
    eventsOf(personId, teamEvents.personChanged.type).some(({ data }) => data.isDisabled)
  await vi.waitFor(() => expect(isEmitted()).toBe(true), { timeout: 45_000 })
  expect(eventsOf(personId, teamEvents.memberRemoved.type)).toHaveLength(1)
  // A deleted person is in no list, so the refusal explains why the name is taken.
  await expect(command(newPerson({ id: person.id }))).rejects.toMatchObject({
    status: 409,
    detail: 'This user ID or email address was a deleted user’s and is not given again.',
  })
})

it('names that are left out, empty or null are none', async () => {
  for (const name of [undefined, '', '  ', null]) {
    const made = await command(newPerson({ firstName: name, lastName: name }))
    expect(made).toMatchObject({ firstName: null, lastName: null })
  }
})

it('the account is disabled when the provider comes back, also of somebody without organization', async () => {
  const { personId } = await signIn({ username: 'lone', subject: 'lone-subject', email: 'lone@example.org' })
  const away = vi.spyOn(identities, 'disable').mockRejectedValueOnce(new IdentityProviderUnavailable('Away.'))
  await disable(personId)
  await vi.waitFor(() => expect(away).toHaveBeenCalledTimes(2), { timeout: 45_000 })
  away.mockRestore()
})

it('the protected account, the own one and unknown ones are refused', async () => {
  await signIn({ username: 'operator', subject: 'operator-subject', email: 'operator@example.org' })
  expect(await refusal(disable('operator'))).toEqual({ status: 403, code: 'protected_account' })
  expect(await refusal(disable('OPERATOR'))).toEqual({ status: 403, code: 'protected_account' })
  const { personId } = await signIn({ username: 'olga', subject: 'olga-subject', email: 'olga@example.org' })
  const olga = under.as({ personId, isOperator: true })
  expect(await refusal(olga.call(teamApi.disablePerson, { params: { userId: 'olga' } }))).toMatchObject({
    status: 403,
  })
  expect(await refusal(disable('nobody'))).toMatchObject({ status: 404 })
})

it('what changes about a person is told, and nothing else', async () => {
  const claims = { username: 'teller', subject: 'teller', email: 'teller@example.org' }
  const { personId } = await signIn(claims)
  await signIn(claims)
  await signIn({ ...claims, email: 'new@example.org' })
  const events = () => eventsOf(personId, teamEvents.personChanged.type)
  await vi.waitFor(() => expect(events().at(-1)?.data.email).toBe('new@example.org'), { timeout: 45_000 })
  expect(events().map(({ data }) => data.email)).toEqual(['teller@example.org', 'new@example.org'])
  expect(events()[0]?.data.hasSignedIn).toBe(true)
  for (const event of events()) expect([event.organizationid, event.audience]).toEqual([undefined, undefined])
})

it('fields that a command does not have are not obeyed', async () => {
  const client = createClient({
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      headers.set(passportHeader, await under.office.person({ personId: 'o', isOperator: true }, ['team']))
      return under.service.fetch(new Request(`http://service${url}`, { ...init, headers }))
    },
  })
  const person = newPerson()
  const extra = {
    isMasterAdmin: true,
    personId: 'chosen',
    isDisabled: true,
    accountSubject: 'stolen',
    code: 'AAAAAA',
  }
  await client.request('POST', '/operators/people', { ...person, ...extra })
  const identity = await signIn({
    username: person.id,
    subject: await subjectOf(person.id),
    email: person.email,
  })
  expect(identity).toMatchObject({ isMasterAdmin: false, isDisabled: false })
  expect(identity.personId).not.toBe('chosen')
  for (const role of ['facilitator', 'manager', 'owner', null, ['admin']])
    await expect(client.request('POST', '/operators/people', { ...newPerson(), role })).rejects.toMatchObject(
      { status: 400 },
    )
  for (const id of ['', ' ', 'a b', '<img onerror=x>', 'a\u0000b', '../x', 'x'.repeat(101)])
    await expect(client.request('POST', '/operators/people', { ...newPerson(), id })).rejects.toMatchObject({
      status: 400,
    })
  for (const foreign of ['1', 1.5, -1, 0, 2 ** 53, null])
    await expect(
      client.request('POST', '/operators/people', { ...newPerson(), organizationId: foreign }),
    ).rejects.toMatchObject({ status: 400 })
})
