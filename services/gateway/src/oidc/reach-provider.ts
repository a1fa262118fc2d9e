import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Secrets } from '@portal/service-kit/rotated-secrets'
import * as oidc from 'openid-client'
import { retrySeconds } from '../responses/notice-page.ts'

/** How the gateway is registered at the identity provider, and where it reaches it. */
export interface ProviderOptions {
  readonly issuer: string
  /** Replaces the issuer where people are bound to subjects. */
  readonly realm: string
  readonly internalOrigin: string
  readonly clientId: string
  /** While one replaces another, both: the provider knows one of them. */
  readonly clientSecrets: Secrets<string>
  readonly publicOrigin: string
}

/** The provider did not respond; nothing is known about the person. */
export class ProviderUnavailable extends EngineUnavailable {
  override readonly name = 'ProviderUnavailable'
  constructor(message: string, options?: ErrorOptions) {
    super(message, retrySeconds, options)
  }
}

/** A fetch that sends requests for the provider's public addresses to its internal origin. */
export function providerFetch({ issuer, internalOrigin }: ProviderOptions) {
  const own = new URL(issuer)
  return async (url: string, init: RequestInit): Promise<Response> => {
    const target = new URL(url)
    if (target.origin !== own.origin) return fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-host', own.host)
    headers.set('x-forwarded-proto', own.protocol.slice(0, -1))
    return fetch(new URL(`${target.pathname}${target.search}`, internalOrigin), { ...init, headers })
  }
}

/** Whether an error means that nothing was sent: no connection came about. */
export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))) return true
  return error.cause !== error && wasNotSent(error.cause)
}

/** Distinguishes a provider that is away from one that refuses. */
export async function reaching<T>(work: Promise<T>): Promise<T> {
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
  // Read by shape: the process's global Response may be another class than that of fetch.
  if (typeof cause === 'object' && cause !== null && 'status' in cause) return Number(cause.status) >= 500
  return cause !== error && isAway(cause)
}
