import {
  AccountExists,
  type IdentityAdmin,
  type NewAccount,
  PasswordRefused,
  UnknownAccount,
} from '@portal/service-kit/ports/identity-admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RelyingParty } from '../identity/relying-party.ts'
import { describeConformance } from './describe-conformance.ts'

/** A provider under test: its admin, a client for logins, and the logout tokens it received. */
export interface IdentityAdminSubject extends AsyncDisposable {
  readonly admin: IdentityAdmin
  readonly gateway: RelyingParty
  readonly logoutTokens: readonly string[]
}

const password = 'seven-quiet-harbours'
const otherPassword = 'nine-loud-mountains'

/** What every IdentityAdmin promises, checked by logins. Names are unique per case. */
export function identityAdminSuite(name: string, open: () => Promise<IdentityAdminSubject>): void {
  describeConformance('identity admin', name, () => {
    let subject: IdentityAdminSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(async () => subject[Symbol.asyncDispose]())

    accountCases(() => subject)
    sessionCases(() => subject)
  })
}

let drawn = 0

function newPerson(overrides: Partial<NewAccount> = {}): NewAccount {
  drawn += 1
  const username = `person${drawn}-${Date.now().toString(36)}`
  return {
    username,
    email: `${username}@halden.example`,
    firstName: 'Noor',
    lastName: 'Lind',
    password,
    ...overrides,
  }
}

function accountCases(subject: () => IdentityAdminSubject): void {
  it('says that accounts can be managed', () => subject().admin.check())

  it('a created account logs in, and its subject is the sub claim', async () => {
    const { admin, gateway } = subject()
    const person = newPerson()
    const created = await admin.createAccount(person)
    const tokens = await gateway.signIn(gateway.newBrowser(), { username: person.username, password })
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
      sub: created.subject,
      preferred_username: person.username,
      email: person.email,
      email_verified: true,
      given_name: 'Noor',
      family_name: 'Lind',
    })
  })

  it('a taken user name or address is refused as AccountExists, whatever its case', async () => {
    const { admin } = subject()
    const person = newPerson()
    await admin.createAccount(person)
    const sameName = newPerson({ username: person.username.toUpperCase() })
    const sameAddress = newPerson({ email: person.email.toUpperCase() })
    await expect(admin.createAccount(sameName)).rejects.toBeInstanceOf(AccountExists)
    await expect(admin.createAccount(sameAddress)).rejects.toBeInstanceOf(AccountExists)
    expect(await admin.findSubject(sameAddress.username)).toBeNull()
  })

  it('a creation that is repeated with its reference finds its account, another reference or none does not', async () => {
    const { admin } = subject()
    const person = newPerson()
    const { password: _none, ...draft } = { ...person, reference: `reference of ${person.username}` }
    const created = await admin.createAccount(draft)
    expect(await admin.createAccount(draft)).toEqual(created)
    const { reference: _own, ...plain } = draft
    await expect(admin.createAccount(plain)).rejects.toBeInstanceOf(AccountExists)
    const other = { ...draft, reference: 'another reference' }
    await expect(admin.createAccount(other)).rejects.toBeInstanceOf(AccountExists)
    const sameAddress = { ...draft, username: `other-${person.username}` }
    await expect(admin.createAccount(sameAddress)).rejects.toBeInstanceOf(AccountExists)
  })

  it('offered access differs each time, and an account without a password keeps everybody out until it is used', async () => {
    const { admin, gateway } = subject()
    const { password: _none, ...person } = newPerson()
    const { subject: id } = await admin.createAccount(person)
    const [first, second] = [await admin.issueOneTimeLogin(id), await admin.issueOneTimeLogin(id)]
    expect(first.kind).toBe(second.kind)
    expect(first).not.toEqual(second)
    const attempt = { username: person.username, password }
    await expect(gateway.signIn(gateway.newBrowser(), attempt)).rejects.toThrow()
  })

  it('tells the address of an account that was created as verified, and of none that does not exist', async () => {
    const { admin } = subject()
    const person = newPerson()
    const created = await admin.createAccount(person)
    expect(await admin.readAddress(created.subject)).toEqual({ email: person.email, isVerified: true })
    await expect(admin.readAddress(crypto.randomUUID())).rejects.toBeInstanceOf(UnknownAccount)
  })

  it('an address is verified only while it is the account’s own', async () => {
    const { admin } = subject()
    const person = newPerson()
    const { subject: id } = await admin.createAccount(person)
    expect(await admin.verifyAddress(id, person.email.toUpperCase())).toBe(true)
    expect(await admin.verifyAddress(id, `other-${person.email}`)).toBe(false)
    const nobody = crypto.randomUUID()
    await expect(admin.verifyAddress(nobody, person.email)).rejects.toBeInstanceOf(UnknownAccount)
  })

  it('a deleted account is found by none of its names, logs nobody in, and may be deleted again', async () => {
    const { admin, gateway } = subject()
    const person = newPerson()
    const { subject: id } = await admin.createAccount(person)
    const attempt = { username: person.username, password }
    const tokens = await gateway.signIn(gateway.newBrowser(), attempt)
    await admin.deleteAccount(id)
    await admin.deleteAccount(id)
    for (const name of [person.username, person.email]) expect(await admin.findSubject(name)).toBeNull()
    await expect(admin.readAddress(id)).rejects.toBeInstanceOf(UnknownAccount)
    await expect(gateway.signIn(gateway.newBrowser(), attempt)).rejects.toThrow()
    await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
    await admin.createAccount(person)
  })

  it('an account is found by its login name or address, whatever the case, and an unknown one is null', async () => {
    const { admin } = subject()
    const person = newPerson()
    const { subject: id } = await admin.createAccount(person)
    for (const name of [
      person.username,
      person.username.toUpperCase(),
      person.email,
      person.email.toUpperCase(),
    ])
      expect(await admin.findSubject(name)).toBe(id)
    // A prefix of a name does not match.
    expect(await admin.findSubject(person.username.slice(0, -1))).toBeNull()
    expect(await admin.findSubject('*')).toBeNull()
    expect(await admin.findSubject('nobody-of-this-name')).toBeNull()
  })

  it('an account without a password cannot log in until it has one', async () => {
    const { admin, gateway } = subject()
    const { password: _none, ...person } = newPerson()
    const { subject: id } = await admin.createAccount(person)
    const attempt = { username: person.username, password }
    await expect(gateway.signIn(gateway.newBrowser(), attempt)).rejects.toThrow()
    await admin.setPassword(id, password)
    await gateway.signIn(gateway.newBrowser(), attempt)
  })

  it('a new password replaces the old one', async () => {
    const { admin, gateway } = subject()
    const person = newPerson()
    const { subject: id } = await admin.createAccount(person)
    await admin.setPassword(id, otherPassword)
    const { username } = person
    await expect(gateway.signIn(gateway.newBrowser(), { username, password })).rejects.toThrow()
    await gateway.signIn(gateway.newBrowser(), { username, password: otherPassword })
  })

  it('a weak password is refused with a reason and stores nothing', async () => {
    const { admin } = subject()
    const person = newPerson({ password: 'short' })
    await expect(admin.createAccount(person)).rejects.toBeInstanceOf(PasswordRefused)
    expect(await admin.findSubject(person.username)).toBeNull()
    const { subject: id } = await admin.createAccount({ ...person, password })
    await expect(admin.setPassword(id, 'short')).rejects.toBeInstanceOf(PasswordRefused)
  })

  it('an unknown subject is UnknownAccount, except for ending sessions', async () => {
    const { admin } = subject()
    const nobody = '018f2f4e-0000-7000-8000-000000000000'
    await expect(admin.setPassword(nobody, password)).rejects.toBeInstanceOf(UnknownAccount)
    await expect(admin.issueOneTimeLogin(nobody)).rejects.toBeInstanceOf(UnknownAccount)
    await expect(admin.disable(nobody)).rejects.toBeInstanceOf(UnknownAccount)
    await expect(admin.enable(nobody)).rejects.toBeInstanceOf(UnknownAccount)
    await admin.endSessions(nobody)
  })
}

function sessionCases(subject: () => IdentityAdminSubject): void {
  it('a disabled account cannot log in, an enabled one can again', async () => {
    const { admin, gateway } = subject()
    const person = newPerson()
    const { subject: id } = await admin.createAccount(person)
    const { username } = person
    await admin.disable(id)
    await expect(gateway.signIn(gateway.newBrowser(), { username, password })).rejects.toThrow()
    await admin.enable(id)
    const tokens = await gateway.signIn(gateway.newBrowser(), { username, password })
    // Neither call has changed anything else about the person.
    const { email, firstName, lastName } = person
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
      ...{ sub: id, preferred_username: username, email, email_verified: true },
      ...{ given_name: firstName, family_name: lastName },
    })
  })

  it.each(['disable', 'endSessions'] as const)(
    '%s ends the sessions everywhere: refresh fails and the client is told of each session',
    async (act) => {
      const { admin, gateway, logoutTokens } = subject()
      const person = newPerson()
      const { subject: id } = await admin.createAccount(person)
      const attempt = { username: person.username, password }
      const first = await gateway.signIn(gateway.newBrowser(), attempt)
      const second = await gateway.signIn(gateway.newBrowser(), attempt)
      await admin[act](id)
      for (const tokens of [first, second]) {
        await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
      }
      const sids = [first, second].map((tokens) => decodeJwt(tokens.id_token ?? '').sid)
      const notified = () => logoutTokens.map((token) => decodeJwt(token)).filter(({ sub }) => sub === id)
      // A token without `sid` names every session of the person.
      const isNotified = (sid: unknown) => notified().some((token) => [sid, undefined].includes(token.sid))
      await expect.poll(() => sids.every(isNotified)).toBe(true)
    },
  )
}
