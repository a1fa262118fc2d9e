import * as client from 'openid-client'
import { walkSignIn } from '../sign-in.ts'
import { type CookieFetch, cookieFetch } from './cookie-fetch.ts'

/** A client of a provider, such as the gateway; the browser's part runs over plain HTTP. */
export interface RelyingParty {
  /** A browser without cookies. */
  newBrowser(): CookieFetch
  /** Starts a code flow with PKCE. */
  begin(parameters?: Record<string, string>): Promise<CodeFlow>
  /** Logs a browser in: login page, form, code, tokens. */
  signIn(browser: CookieFetch, answers: Record<string, string>): Promise<client.TokenEndpointResponse>
  /** Rejects with an error whose `error` is the provider's code. */
  refresh(tokens: Pick<client.TokenEndpointResponse, 'refresh_token'>): Promise<client.TokenEndpointResponse>
  /** Claims of the userinfo endpoint for the expected subject. */
  userInfo(accessToken: string, subject: string): Promise<client.UserInfoResponse>
  /** The address that logs a browser out. */
  endSessionUrl(parameters: Record<string, string>): URL
}

/** A code flow in progress: where to send the browser, and `finish` for the callback's address. */
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
