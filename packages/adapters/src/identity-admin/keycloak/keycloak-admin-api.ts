import { IdentityProviderUnavailable } from '@portal/service-kit/ports/identity-admin'
import { z } from 'zod'
import { connectionTrouble } from '../../engine-url/connection-trouble.ts'
import type { KeycloakAddress } from './keycloak-address.ts'

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const Problem = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  errorMessage: z.string().optional(),
})

/** Keycloak rejected a call of its admin API: the status and its message. */
export class KeycloakRefusal extends Error {
  override readonly name = 'KeycloakRefusal'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Null for a refusal with this status, else throws the error. */
export function nullFor(status: number): (error: unknown) => null {
  return (error) => {
    if (error instanceof KeycloakRefusal && error.status === status) return null
    throw error
  }
}

/** A response of the admin API: its body, and the address of what was created. */
type KeycloakAnswer = { readonly body: unknown; readonly location: string | null }

/** Keycloak's admin REST API, called as a service account. */
export interface KeycloakAdminApi {
  /**
   * Calls a path below `/admin/`. Throws {@link KeycloakRefusal} for 400, 404 and 409, which
   * callers may handle, and IdentityProviderUnavailable, in one sentence, otherwise.
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<KeycloakAnswer>
  /** Makes the next call fetch a new token: older ones lack rights granted since. */
  forgetToken(): void
}

/** How long before its expiry a token is renewed. */
const renewalMs = 20_000

type Reached = KeycloakAddress & { readonly timeoutMs: number }

/** A token, or the pending request for one. */
interface KeptToken {
  readonly value: Promise<z.infer<typeof Token>>
  until: number
}

/** Nothing connects before the first call. Concurrent callers share one renewal of the token. */
export function keycloakAdminApi(
  server: KeycloakAddress,
  { timeoutMs = 5000 }: { readonly timeoutMs?: number } = {},
): KeycloakAdminApi {
  const address = { ...server, timeoutMs }
  let token: KeptToken | null = null
  const bearer = async () => {
    if (!token || Date.now() >= token.until) {
      const renewed: KeptToken = { value: signIn(address), until: Number.POSITIVE_INFINITY }
      token = renewed
      renewed.value.then(
        ({ expires_in }) => {
          renewed.until = Date.now() + expires_in * 1000 - renewalMs
        },
        () => {
          if (token === renewed) token = null
        },
      )
    }
    return (await token.value).access_token
  }
  const forgetToken = () => {
    token = null
  }
  const send = async (method: string, path: string, body: unknown) =>
    reach(address, `/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  return {
    forgetToken,
    call: async (method, path, body) => {
      let response = await send(method, path, body)
      if (response.status === 401) {
        // Keycloak changed its keys since the token was issued, or revoked the client's tokens.
        forgetToken()
        response = await send(method, path, body)
      }
      return readAnswer(response)
    },
  }
}

/** OAuth 2.0 client credentials (RFC 6749 §4.4). */
async function signIn(address: Reached): Promise<z.infer<typeof Token>> {
  const { clientId, clientSecret, realm } = address
  const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const path = `/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`
  const response = await reach(address, path, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const answer = Token.safeParse(await response.json().catch(() => null))
  if (answer.success) return answer.data
  throw new IdentityProviderUnavailable(refusedSignIn(response.status))
}

/** Fit for everybody's eyes: no addresses, no names of clients. */
function refusedSignIn(status: number): string {
  if (status === 404) return 'Keycloak has no realm of the configured name.'
  if (status === 400 || status === 401) return "Keycloak does not accept the portal's client secret."
  return `Keycloak answered ${status}.`
}

async function readAnswer(response: Response): Promise<KeycloakAnswer> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return { body, location: response.headers.get('location') }
  if (response.status === 401 || response.status === 403)
    throw new IdentityProviderUnavailable("Keycloak does not give the portal's client the right to do this.")
  if (response.status >= 500) throw new KeycloakFault(`Keycloak answered ${response.status}.`)
  const { errorMessage, error_description, error } = Problem.safeParse(body).data ?? {}
  const message = errorMessage ?? error_description ?? error ?? 'Keycloak gave no reason.'
  throw new KeycloakRefusal(response.status, message)
}

/** Keycloak failed; it also rejects the later of two writers of one row so. */
export class KeycloakFault extends IdentityProviderUnavailable {}

function reach({ server, timeoutMs }: Reached, path: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(`${server}${path}`, { ...init, signal }).catch((cause: unknown) => {
    const why = connectionTrouble(cause) ?? 'does not answer'
    throw new IdentityProviderUnavailable(`Keycloak ${why}.`, { cause })
  })
}
