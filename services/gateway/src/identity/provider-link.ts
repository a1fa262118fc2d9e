import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { z } from 'zod'

/** How the gateway is registered at the identity provider, and where it reaches it. */
export interface ProviderOptions {
  readonly issuer: string
  /** What stands for the issuer where people are bound to subjects. */
  readonly realm: string
  readonly internalOrigin: string
  readonly clientId: string
  readonly clientSecret: string
  readonly publicOrigin: string
}

/** The provider did not answer; nothing is known about the person. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The secrets of one login, kept by the browser that began it. */
export interface LoginSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A completed login: verified claims and what is kept for later. */
export interface SignIn {
  readonly claims: IdClaims
  readonly refreshToken: string | null
  readonly idToken: string | null
}

const IdClaims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1),
  sid: z.string().min(1).optional(),
  preferred_username: z.string().optional(),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})
export type IdClaims = z.infer<typeof IdClaims>

const LogoutClaims = z.object({
  iat: z.number(),
  sub: z.string().optional(),
  sid: z.string().optional(),
  nonce: z.undefined().optional(),
  events: z.looseObject({ 'http://schemas.openid.net/event/backchannel-logout': z.looseObject({}) }),
})

/** What is known of the provider, and since when. */
interface Discovered {
  readonly at: number
  readonly config: oidc.Configuration
  readonly keys: JWTVerifyGetKey
}

const answerSeconds = 5
const discoveryAgeMs = 3600_000

/**
 * The gateway as a confidential client of the provider: authorization code with PKCE, refresh, RP-initiated and back-channel logout
 * (OpenID Connect Core, RP-Initiated Logout 1.0, Back-Channel Logout 1.0). Discovery happens with the first use, because provider and
 * gateway start together, and is repeated hourly. Every method throws {@link ProviderUnavailable} while the provider is away.
 */
export class ProviderLink {
  readonly #options: ProviderOptions
  #discovered: Discovered | null = null
  #discovering: Promise<Discovered> | null = null

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  get issuer(): string {
    return this.#options.issuer
  }

  get realm(): string {
    return this.#options.realm
  }

  /** Fresh secrets, and the address that the browser is sent to with them. */
  async begin(): Promise<{ readonly secrets: LoginSecrets; readonly url: URL }> {
    const { config } = await this.#discover()
    const secrets = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${this.#options.publicOrigin}/api/callback`,
      scope: 'openid profile email',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    })
    return { secrets, url }
  }

  /** Redeems the code in a callback's address. Throws when state, nonce, PKCE, signature, audience or expiry do not fit. */
  async redeem(callback: URL, secrets: LoginSecrets): Promise<SignIn> {
    const { config } = await this.#discover()
    const tokens = await reaching(
      oidc.authorizationCodeGrant(config, callback, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
      }),
    )
    return {
      claims: IdClaims.parse(tokens.claims()),
      refreshToken: tokens.refresh_token ?? null,
      idToken: tokens.id_token ?? null,
    }
  }

  /** New tokens, or null when the provider has ended the session. */
  async refresh(refreshToken: string): Promise<{ refreshToken: string; idToken: string | null } | null> {
    const { config } = await this.#discover()
    try {
      const tokens = await reaching(oidc.refreshTokenGrant(config, refreshToken))
      return { refreshToken: tokens.refresh_token ?? refreshToken, idToken: tokens.id_token ?? null }
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
      throw error
    }
  }

  /** Where a browser ends its session at the provider, coming back to the start page. */
  async endSessionUrl(idToken: string | null): Promise<URL> {
    const { config } = await this.#discover()
    return oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${this.#options.publicOrigin}/`,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    })
  }

  /** Whose session a logout token ends. Throws when it is not a fresh one of this provider for this client. */
  async readLogoutToken(token: string): Promise<{ subject: string | null; sid: string | null }> {
    const { keys } = await this.#discover()
    const { payload } = await jwtVerify(token, keys, {
      issuer: this.#options.issuer,
      audience: this.#options.clientId,
      algorithms: ['RS256', 'PS256', 'ES256'],
      maxTokenAge: '5 minutes',
      clockTolerance: 30,
    })
    const { sub, sid } = LogoutClaims.parse(payload)
    if (sub === undefined && sid === undefined)
      throw new Error('A logout token names a subject or a session.')
    return { subject: sub ?? null, sid: sid ?? null }
  }

  async #discover(): Promise<Discovered> {
    const known = this.#discovered
    if (known && Date.now() - known.at < discoveryAgeMs) return known
    this.#discovering ??= this.#ask().finally(() => {
      this.#discovering = null
    })
    return this.#discovering.catch((error: unknown) => {
      if (known) return known
      throw error
    })
  }

  async #ask(): Promise<Discovered> {
    const { issuer, clientId, clientSecret } = this.#options
    const send = (url: string, init: RequestInit) => this.#send(url, init)
    const config = await reaching(
      oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
        [oidc.customFetch]: (url, init) => send(url, asRequestInit(init)),
        timeout: answerSeconds,
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      }),
    )
    // The hop to the provider need not be encrypted, so the ID token's signature is checked and not taken on trust.
    oidc.enableNonRepudiationChecks(config)
    const keysUrl = config.serverMetadata().jwks_uri
    if (keysUrl === undefined) throw new ProviderUnavailable('The provider publishes no keys.')
    const keys = createRemoteJWKSet(new URL(keysUrl), {
      [joseFetch]: send,
      timeoutDuration: answerSeconds * 1000,
    })
    this.#discovered = { at: Date.now(), config, keys }
    return this.#discovered
  }

  /** Public addresses of the provider are reached inside; the provider is told under which origin it is asked. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const { issuer, internalOrigin } = this.#options
    const target = new URL(url)
    const own = new URL(issuer)
    if (target.origin !== own.origin) return fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-host', own.host)
    headers.set('x-forwarded-proto', own.protocol.slice(0, -1))
    return fetch(new URL(`${target.pathname}${target.search}`, internalOrigin), { ...init, headers })
  }
}

/** Tells a provider that is away from one that refuses. */
async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isAway(error))
      throw new ProviderUnavailable('The identity provider does not answer.', { cause: error })
    throw error
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (error.name === 'TimeoutError') return true
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500
  const cause: unknown = error.cause
  // Read by shape: the process's global Response may be another class than the one that fetch answers with.
  if (typeof cause === 'object' && cause !== null && 'status' in cause) return Number(cause.status) >= 500
  return cause !== error && isAway(cause)
}

/** Safe because openid-client's options are fetch's own, with the body types that it uses itself. */
function asRequestInit(options: oidc.CustomFetchOptions): RequestInit {
  const init: unknown = options
  return init as RequestInit
}
