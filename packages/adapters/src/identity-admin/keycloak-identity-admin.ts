import { randomBytes } from 'node:crypto'
import {
  AccountExists,
  type IdentityAdmin,
  IdentityProviderUnavailable,
  PasswordRefused,
  UnknownAccount,
} from '@portal/service-kit/ports/identity-admin'
import { passwordProblem } from '@portal/service-kit/ports/password-rules'
import { z } from 'zod'
import { readKeycloakAddress } from './keycloak/keycloak-address.ts'
import {
  type KeycloakAdminApi,
  KeycloakRefusal,
  keycloakAdminApi,
  nullFor,
} from './keycloak/keycloak-admin-api.ts'
import { loginNameAttribute, referenceAttribute } from './keycloak/keycloak-realm.ts'

/** The parts of an account that are read. */
const Account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).default({}),
  requiredActions: z.array(z.string()).default([]),
})
type Account = z.infer<typeof Account>

/**
 * Accounts in a realm of Keycloak, managed by a service account with `manage-users` and
 * `view-users`; `url` is `keycloak://client:secret@host:port/auth/realms/portal`. Nothing connects
 * before the first call. Its one-time login is a password: without a mailer it could send no link.
 * A call gets `timeoutMs` for its answer, by default 5 s.
 */
export function keycloakIdentityAdmin(url: string, options: { readonly timeoutMs?: number } = {}) {
  const address = readKeycloakAddress(url)
  const api = keycloakAdminApi(address, options)
  const users = `realms/${encodeURIComponent(address.realm)}/users`
  const account = (subject: string) => `${users}/${encodeURIComponent(subject)}`
  const endSessions = async (subject: string) =>
    void (await api.call('POST', `${account(subject)}/logout`).catch(nullFor(404)))
  const read = async (subject: string) =>
    Account.parse((await ofKnown(api.call('GET', account(subject)))).body)
  const findAccount = (name: string) => find(api, users, name)
  const putPassword = (subject: string, value: string, temporary: boolean) =>
    ofKnown(api.call('PUT', `${account(subject)}/reset-password`, { type: 'password', value, temporary }))
  const oneTimePassword = async (subject: string) => {
    const password = randomBytes(18).toString('base64url')
    await putPassword(subject, password, true)
    return password
  }
  return {
    createAccount: async ({ password, reference, ...draft }) => {
      if (password !== undefined) assertAllowed(password, draft)
      const credentials =
        password === undefined ? [] : [{ type: 'password', value: password, temporary: false }]
      const requiredActions = password === undefined ? ['UPDATE_PASSWORD'] : []
      const made = { ...draft, emailVerified: true, credentials, requiredActions }
      const subject = await create(api, users, { ...made, reference }).catch(async (error: unknown) => {
        if (!(error instanceof AccountExists) || reference === undefined) throw error
        const existing = await findAccount(draft.username)
        if (existing?.attributes[referenceAttribute]?.[0] !== reference) throw error
        return existing.id
      })
      return { subject }
    },
    findSubject: async (name) => (await findAccount(name))?.id ?? null,
    readAddress: async (subject) => {
      const { email, emailVerified } = await read(subject)
      return { email: email ?? null, isVerified: email !== undefined && emailVerified }
    },
    verifyAddress: async (subject, wanted) => {
      const verified = verify(await read(subject), wanted)
      if (verified) await ofKnown(api.call('PUT', account(subject), verified))
      return verified !== null
    },
    setPassword: async (subject, password) => {
      assertAllowed(password, await read(subject))
      await putPassword(subject, password, false)
    },
    disable: async (subject) => {
      await ofKnown(api.call('PUT', account(subject), { enabled: false }))
      // Keycloak keeps the sessions of a disabled account and notifies no client.
      await endSessions(subject)
    },
    enable: async (subject) => {
      await ofKnown(api.call('PUT', account(subject), { enabled: true }))
    },
    deleteAccount: (subject) => remove(api, account(subject)),
    endSessions,
    // Obtains a token and searches for nobody: throws whichever of the two is not allowed.
    check: async () => void (await search(api, users, { username: 'nobody' })),
    issueOneTimeLogin: async (subject) => ({
      kind: 'password' as const,
      password: await oneTimePassword(subject),
    }),
    /**
     * The account of the first operator, created if missing. Until its password is chosen, each
     * call returns a new one-time password; the first login also asks for name and address.
     */
    prepareFirstOperator: async (username: string) => {
      const found = await findAccount(username)
      const requiredActions = ['UPDATE_PASSWORD', 'UPDATE_PROFILE']
      const subject = found?.id ?? (await create(api, users, { username, requiredActions }))
      const isChosen = found !== null && !found.requiredActions.includes('UPDATE_PASSWORD')
      return { subject, oneTimePassword: isChosen ? null : await oneTimePassword(subject) }
    },
  } satisfies IdentityAdmin & Record<'prepareFirstOperator', unknown>
}

/** Keycloak notifies no client of the sessions that end with an account. */
async function remove(api: KeycloakAdminApi, account: string): Promise<void> {
  await api.call('POST', `${account}/logout`).catch(nullFor(404))
  await api.call('DELETE', account).catch(nullFor(404))
}

/** What makes this address of the account a verified one; null if it is not the account's. */
function verify({ email, requiredActions }: Account, wanted: string) {
  if (email?.toLowerCase() !== wanted.toLowerCase()) return null
  const left = requiredActions.filter((action) => action !== 'VERIFY_EMAIL')
  return { emailVerified: true, requiredActions: left }
}

async function search(api: KeycloakAdminApi, users: string, by: Record<string, string>): Promise<Account[]> {
  const query = new URLSearchParams({ ...by, exact: 'true', briefRepresentation: 'false' })
  return z.array(Account).parse((await api.call('GET', `${users}?${query}`)).body)
}

/** By login name, which only counts if an administrator set it, or address, in any case. */
async function find(api: KeycloakAdminApi, users: string, name: string): Promise<Account | null> {
  const wanted = name.toLowerCase()
  const named = (await search(api, users, { username: wanted })).find(
    ({ attributes }) => attributes[loginNameAttribute]?.[0] === wanted,
  )
  return named ?? (await search(api, users, { email: wanted }))[0] ?? null
}

interface MadeAccount {
  readonly username: string
  readonly requiredActions: readonly string[]
  readonly reference?: string | undefined
}

async function create(
  api: KeycloakAdminApi,
  users: string,
  { reference, ...account }: MadeAccount,
): Promise<string> {
  const attributes = {
    [loginNameAttribute]: [account.username.toLowerCase()],
    ...(reference === undefined ? {} : { [referenceAttribute]: [reference] }),
  }
  const made = { ...account, enabled: true, attributes }
  const { location } = await api.call('POST', users, made).catch((error: unknown) => {
    if (!(error instanceof KeycloakRefusal)) throw error
    if (error.status === 409) throw new AccountExists('The login name or address is taken.')
    throw refusedPassword(error) ?? new TypeError(error.message)
  })
  const subject = location?.split('/').at(-1)
  if (!subject) throw new IdentityProviderUnavailable('Keycloak named no subject.')
  return decodeURIComponent(subject)
}

/** By the portal's rules, which are stricter than the realm's for passwords set at Keycloak. */
function assertAllowed(
  password: string,
  { username, email, firstName, lastName }: Partial<Omit<Account, 'id'>>,
): void {
  const problem = passwordProblem(password, [username, email, firstName, lastName])
  if (problem !== null) throw new PasswordRefused(problem)
}

function refusedPassword({ status, message }: KeycloakRefusal): PasswordRefused | null {
  return status === 400 && /password/i.test(message) ? new PasswordRefused(message) : null
}

function ofKnown<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof KeycloakRefusal)) throw error
    if (error.status === 404) throw new UnknownAccount('There is no such account.')
    throw refusedPassword(error) ?? error
  })
}
