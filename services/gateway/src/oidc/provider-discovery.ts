import { sleep } from '@portal/service-kit/sleep'
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose'
import * as oidc from 'openid-client'
import { ExpiringCache } from '../expiring-cache.ts'
import { type ProviderOptions, ProviderUnavailable, providerFetch, reaching } from './reach-provider.ts'

interface Discovered {
  readonly config: oidc.Configuration
  readonly keys: JWTVerifyGetKey
}

const timeoutSeconds = 5
/** Unknown keys are looked up no more often, so that forged tokens cause no flood. */
const keysCooldownMs = 1000
const algorithms = ['RS256', 'PS256', 'ES256']

/** The provider's endpoints and keys: read on first use, as both start together, and hourly. */
export class ProviderDiscovery {
  readonly #options: ProviderOptions
  readonly #send: ReturnType<typeof providerFetch>
  readonly #known = new ExpiringCache<Discovered>({ maxAgeMs: 3600_000, entriesMax: 1 })
  #latest: Discovered | null = null
  /** The secret that the provider accepted last. */
  #secret: string

  constructor(options: ProviderOptions) {
    this.#options = options
    this.#send = providerFetch(options)
    this.#secret = options.clientSecrets[0]
  }

  /** openid-client's view of the provider. Throws ProviderUnavailable. */
  async config(): Promise<oidc.Configuration> {
    return (await this.#discover()).config
  }

  get authorizationPath(): string | null {
    const endpoint = this.#latest?.config.serverMetadata().authorization_endpoint
    return endpoint === undefined ? null : new URL(endpoint).pathname
  }

  /** Resolves when the provider responds; throws ProviderUnavailable. */
  async check(): Promise<void> {
    const address = `${this.#options.issuer}/.well-known/openid-configuration`
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const response = await reaching(this.#send(address, { signal }))
    await response.body?.cancel()
    if (!response.ok) throw new ProviderUnavailable(`The identity provider answers ${response.status}.`)
  }

  /** Posts an address's query in the body, where no log sees it. Throws ProviderUnavailable. */
  async post({ origin, pathname, searchParams }: URL): Promise<void> {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const init = { method: 'POST', body: searchParams, redirect: 'manual', signal } as const
    const response = await reaching(this.#send(`${origin}${pathname}`, init))
    await response.body?.cancel()
    if (response.status >= 500)
      throw new ProviderUnavailable(`The identity provider answers ${response.status}.`)
  }

  /**
   * The claims of a token that the provider signed for this client; the hop to it need not be
   * encrypted, so the signature is always checked. For a new key the keys are read once more.
   */
  async verify(token: string, more: Pick<JWTVerifyOptions, 'maxTokenAge'> = {}): Promise<JWTPayload> {
    const { keys } = await this.#discover()
    const { issuer, clientId: audience } = this.#options
    const options = { issuer, audience, algorithms, clockTolerance: 30, ...more }
    const verified = () => reaching(jwtVerify(token, keys, options))
    try {
      return (await verified()).payload
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await sleep(keysCooldownMs)
      return (await verified()).payload
    }
  }

  /**
   * While a secret is replaced, the provider knows one of two; it refuses the other before it looks
   * at the request, which is sent again with the next.
   */
  async #sendAsClient(url: string, init: RequestInit): Promise<Response> {
    const { clientId, clientSecrets } = this.#options
    let response = await this.#send(url, init)
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) return response
    const used = this.#secret
    for (const secret of clientSecrets.filter((each) => each !== used)) {
      if (response.status !== 401) break
      await response.body?.cancel()
      headers.set('authorization', basic(clientId, secret))
      response = await this.#send(url, { ...init, headers })
      if (response.status !== 401) this.#secret = secret
    }
    return response
  }

  #discover(): Promise<Discovered> {
    return this.#known
      .read('provider', () => this.#ask())
      .catch((error: unknown) => {
        if (this.#latest) return this.#latest
        throw error
      })
  }

  async #ask(): Promise<Discovered> {
    const { issuer, clientId } = this.#options
    const authentication: oidc.ClientAuth = (...request) => oidc.ClientSecretBasic(this.#secret)(...request)
    const config = await reaching(
      oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
        [oidc.customFetch]: (url, init) => this.#sendAsClient(url, asRequestInit(init)),
        timeout: timeoutSeconds,
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      }),
    )
    const keysUrl = config.serverMetadata().jwks_uri
    if (keysUrl === undefined) throw new ProviderUnavailable('The provider publishes no keys.')
    const keys = createRemoteJWKSet(new URL(keysUrl), {
      [joseFetch]: this.#send,
      timeoutDuration: timeoutSeconds * 1000,
      cooldownDuration: keysCooldownMs,
    })
    this.#latest = { config, keys }
    return this.#latest
  }
}

/** Of a client (RFC 6749, section 2.3.1). */
function basic(clientId: string, secret: string): string {
  const encoded = [clientId, secret].map((text) => new URLSearchParams([['', text]]).toString().slice(1))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}

/** Safe because openid-client's options are fetch's own, with the body types that it uses. */
function asRequestInit(options: oidc.CustomFetchOptions): RequestInit {
  const init: unknown = options
  return init as RequestInit
}
