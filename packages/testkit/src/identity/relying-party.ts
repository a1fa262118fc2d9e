import * as client from 'openid-client'
import { walkSignIn } from '../sign-in.ts'
import { type CookieFetch, cookieFetch } from './cookie-fetch.ts'

/** A confidential client of a provider, as the gateway is one; the browser's side is walked over HTTP. */
export interface RelyingParty {
  /** A browser without cookies. */
  newBrowser(): CookieFetch
  /** Starts a code flow with PKCE: where the browser goes, and what finishes it. */
  begin(parameters?: Record<string, string>): Promise<CodeFlow>
  /** Signs a browser in: login page, form, code, tokens. */
  signIn(browser: CookieFetch, answers: Record<string, string>): Promise<client.TokenEndpointResponse>
  /** New tokens. Rejects with an error whose `error` is the provider's code. */
  refresh(tokens: Pick<client.TokenEndpointResponse, 'refresh_token'>): Promise<client.TokenEndpointResponse>
  /** Claims from the userinfo endpoint, for the subject that is expected. */
  userInfo(accessToken: string, subject: string): Promise<client.UserInfoResponse>
  /** Where a browser goes to sign out. */
  endSessionUrl(parameters: Record<string, string>): URL
}

/** One code flow under way. `finish` takes the address that the browser was sent back to. */
export interface CodeFlow {
  readonly url: URL
  finish(callback: URL): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>
}

/** Discovers the provider. */
export async function relyingParty(options: {
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
  readonly redirectUri: string
}): Promise<RelyingParty> {
  const { issuer, clientId, clientSecret, redirectUri } = options
  const authentication = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret)
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    execute: [client.allowInsecureRequests],
  })
  const begin = async (parameters: Record<string, string> = {}): Promise<CodeFlow> => {
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    })
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    return { url, finish: (callback) => client.authorizationCodeGrant(configuration, callback, checks) }
  }
  return {
    begin,
    refresh: ({ refresh_token = '' }) => client.refreshTokenGrant(configuration, refresh_token),
    userInfo: (accessToken, subject) => client.fetchUserInfo(configuration, accessToken, subject),
    endSessionUrl: (parameters) => client.buildEndSessionUrl(configuration, parameters),
    newBrowser: () => cookieFetch(new URL(issuer).origin),
    signIn: async (browser, answers) => {
      const flow = await begin()
      const isArrived = (url: URL) => url.href.startsWith(redirectUri)
      const callback = await walkSignIn(browser, { start: flow.url, answers, isArrived })
      return flow.finish(callback)
    },
  }
}
