import {
  AddressResponse,
  FirstOperatorResponse,
  LinkResponse,
  Refusal,
  SubjectResponse,
  VerifiedAddressResponse,
} from '@portal/contracts/identity-admin'
import {
  AccountExists,
  type IdentityAdmin,
  IdentityProviderUnavailable,
  PasswordRefused,
  UnknownAccount,
} from '@portal/service-kit/ports/identity-admin'

const timeoutMs = 5000

/** The embedded provider's admin. Its one-time login is a link, valid for 24 hours. */
export type EmbeddedIdentityAdmin = ReturnType<typeof embeddedIdentityAdmin>

/** Client of the admin API of services/identity at `oidc+http://:<secret>@<host>:<port>/`. */
export function embeddedIdentityAdmin(url: URL) {
  const base = new URL(url.href.replace(/^oidc\+/, ''))
  const authorization = `Bearer ${decodeURIComponent(base.password)}`
  base.username = ''
  base.password = ''
  const call = (method: string, path: string, body?: unknown) =>
    request(new URL(path, base), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const run = async (method: string, path: string, body?: unknown) => void (await call(method, path, body))
  const account = (subject: string) => `/accounts/${encodeURIComponent(subject)}`
  return {
    createAccount: async (draft) => {
      const { subject } = SubjectResponse.parse(await call('POST', '/accounts', draft))
      if (subject === null) throw new IdentityProviderUnavailable('The identity provider named no subject.')
      return { subject }
    },
    findSubject: async (username) => {
      const query = new URLSearchParams({ name: username })
      return SubjectResponse.parse(await call('GET', `/accounts?${query}`)).subject
    },
    readAddress: async (subject) => AddressResponse.parse(await call('GET', `${account(subject)}/address`)),
    verifyAddress: async (subject, email) =>
      VerifiedAddressResponse.parse(await call('PUT', `${account(subject)}/verified-address`, { email }))
        .isVerified,
    setPassword: (subject, password) => run('PUT', `${account(subject)}/password`, { password }),
    disable: (subject) => run('PUT', `${account(subject)}/state`, { isDisabled: true }),
    enable: (subject) => run('PUT', `${account(subject)}/state`, { isDisabled: false }),
    deleteAccount: (subject) => run('DELETE', account(subject)),
    endSessions: (subject) => run('DELETE', `${account(subject)}/sessions`),
    check: () => run('GET', '/accounts?name='),
    issueOneTimeLogin: async (subject) => ({
      kind: 'link' as const,
      ...LinkResponse.parse(await call('POST', `${account(subject)}/password-links`)),
    }),
    /**
     * The account of the first operator, created if missing. Until its password is chosen, each
     * call returns a new link, which also asks for name and address.
     */
    prepareFirstOperator: async (username: string) =>
      FirstOperatorResponse.parse(await call('POST', '/first-operator', { username })),
  } satisfies IdentityAdmin & Record<'prepareFirstOperator', unknown>
}

async function request(url: URL, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
    throw new IdentityProviderUnavailable('The identity provider does not answer.', { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  throw refused(response.status, answer)
}

function refused(status: number, answer: unknown): Error {
  if (status === 401)
    return new IdentityProviderUnavailable('The identity provider does not accept our secret.')
  const refusal = Refusal.safeParse(answer)
  if (!refusal.success) return new IdentityProviderUnavailable(`The identity provider answered ${status}.`)
  const { code, message } = refusal.data
  if (code === 'account_exists') return new AccountExists(message)
  if (code === 'password_refused') return new PasswordRefused(message)
  if (code === 'unknown_account') return new UnknownAccount(message)
  if (code === 'invalid_request') return new TypeError(message)
  return new IdentityProviderUnavailable(message)
}
