import { invitationParameter } from '@portal/contracts/invitations'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { ProviderDiscovery } from './provider-discovery.ts'
import { type ProviderOptions, reaching } from './reach-provider.ts'

/** The secrets of one login, kept by the browser that started it. */
export interface LoginSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom a logout token names: one session of the provider, or what a subject had at that time. */
export interface LogoutSubject {
  readonly subject: string | null
  readonly sid: string | null
  /** By the provider's clock. */
  readonly at: Date
}

/** A completed login: verified claims, and the tokens to store. */
export interface SignIn {
  readonly claims: IdClaims
  readonly refreshToken: string | null
  readonly idToken: string | null
}

const IdClaims = z.object({
  iss: z.string().min(1),
  iat: z.number(),
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

/**
 * The gateway as a confidential client of the provider: authorization code with PKCE, refresh,
 * RP-initiated and back-channel logout (OpenID Connect Core, RP-Initiated Logout 1.0, Back-Channel
 * Logout 1.0). Every method throws ProviderUnavailable while the provider is away.
 */
export class ProviderLink {
  readonly #options: ProviderOptions
  readonly #provider: ProviderDiscovery

  constructor(options: ProviderOptions) {
    this.#options = options
    this.#provider = new ProviderDiscovery(options)
  }

  get issuer(): string {
    return this.#options.issuer
  }

  get realm(): string {
    return this.#options.realm
  }

  /** Where browsers begin to log in; null until the provider has been asked once. */
  get authorizationPath(): string | null {
    return this.#provider.authorizationPath
  }

  /** Resolves when the provider responds. */
  check(): Promise<void> {
    return this.#provider.check()
  }

  /**
   * Fresh secrets, and the address to send the browser to. `invited` is the address that an
   * invitation was mailed to: the login page is filled in with it, and registering fixes it.
   */
  async begin(invited: string | null = null): Promise<{ readonly secrets: LoginSecrets; readonly url: URL }> {
    const config = await this.#provider.config()
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
      ...(invited === null ? {} : { login_hint: invited, [invitationParameter]: '1' }),
    })
    return { secrets, url }
  }

  /** Redeems a callback's code. Throws unless state, nonce, PKCE, signature and audience match. */
  async redeem(callback: URL, secrets: LoginSecrets): Promise<SignIn> {
    const config = await this.#provider.config()
    const tokens = await reaching(
      oidc.authorizationCodeGrant(config, callback, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
      }),
    )
    await this.#provider.verify(tokens.id_token ?? '')
    return {
      claims: IdClaims.parse(tokens.claims()),
      refreshToken: tokens.refresh_token ?? null,
      idToken: tokens.id_token ?? null,
    }
  }

  /**
   * New tokens, or null when the provider has ended the session. The old refresh token is used up,
   * so the new one is returned even when the ID token cannot be verified, which is then left out.
   */
  async refresh(refreshToken: string): Promise<{ refreshToken: string; idToken: string | null } | null> {
    const config = await this.#provider.config()
    try {
      const tokens = await reaching(oidc.refreshTokenGrant(config, refreshToken))
      const { id_token: idToken = '' } = tokens
      const isVerified = await this.#provider.verify(idToken).then(
        () => true,
        () => false,
      )
      return { refreshToken: tokens.refresh_token ?? refreshToken, idToken: isVerified ? idToken : null }
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
      throw error
    }
  }

  /**
   * Ends the provider's session: first this client's part by revocation (RFC 7009), then the
   * browser's whole session (OpenID Connect RP-Initiated Logout 1.0, section 2). In this order, the
   * provider sends no back-channel logout to the client that asks for it.
   */
  async endSession({
    refreshToken,
    idToken,
  }: Pick<SignIn, 'idToken'> & { refreshToken: string }): Promise<void> {
    const config = await this.#provider.config()
    await reaching(oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }))
    if (idToken !== null)
      await this.#provider.post(oidc.buildEndSessionUrl(config, { id_token_hint: idToken }))
  }

  /** Where a browser ends its session at the provider and returns to the start page. */
  async endSessionUrl(idToken: string | null): Promise<URL> {
    const config = await this.#provider.config()
    return oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${this.#options.publicOrigin}/`,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    })
  }

  /** Whose session a logout token ends. Throws unless it is fresh, of this provider, for us. */
  async readLogoutToken(token: string): Promise<LogoutSubject> {
    const payload = await this.#provider.verify(token, { maxTokenAge: '5 minutes' })
    const { sub, sid, iat } = LogoutClaims.parse(payload)
    if (sub === undefined && sid === undefined)
      throw new Error('A logout token names a subject or a session.')
    return { subject: sub ?? null, sid: sid ?? null, at: new Date(iat * 1000) }
  }
}
