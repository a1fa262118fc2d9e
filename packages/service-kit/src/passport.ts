import { hash } from 'node:crypto'
import { PassportClaims } from '@portal/contracts/passport'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { CodedError } from './coded-error.ts'
import { sleep } from './sleep.ts'

/** Finds the gateway's public key for a passport (RFC 7517). */
export type PassportKeys = JWTVerifyGetKey

/** Unknown key ids have the keys fetched no sooner than this after they were. */
const cooldownMs = 2000

/**
 * The gateway's published keys, cached, and fetched again for an unknown key id, for which that may
 * take two seconds: a gateway can have begun to use a key right after they were fetched. Asked for
 * once more when a connection fails: one of several gateways may be leaving.
 */
export function remotePassportKeys(gatewayUrl: string): PassportKeys {
  const keys = createRemoteJWKSet(new URL('/internal/passport-keys', gatewayUrl), {
    cooldownDuration: cooldownMs,
    timeoutDuration: 3000,
  })
  return async (...token) => {
    const wasFetched = keys.coolingDown
    try {
      return await keys(...token)
    } catch (error) {
      if (isUnreachable(error)) await sleep(200)
      else if (isUnknownKey(error) && wasFetched) await sleep(cooldownMs)
      else throw error
      return keys(...token)
    }
  }
}

/** Verifies a passport. Throws CodedError `unauthorized` unless it is valid and unexpired. */
export type PassportVerifier = (token: string) => Promise<PassportClaims>

const cacheEntriesMax = 5000

/**
 * Verifies RS256 (RFC 7519, RFC 8725), issuer, audience, expiry and claims. Caches tokens by digest
 * until they expire, because a fresh check costs more than a proxy hop.
 */
export function passportVerifier(service: string, keys: PassportKeys): PassportVerifier {
  const seen = new LRUCache<string, PassportClaims>({ max: cacheEntriesMax })
  return async (token) => {
    const digest = hash('sha256', token, 'base64')
    const known = seen.get(digest)
    if (known && known.exp * 1000 > Date.now()) return known
    const claims = await verify(token, service, keys)
    seen.set(digest, claims)
    return claims
  }
}

async function verify(token: string, service: string, keys: PassportKeys): Promise<PassportClaims> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: 'portal-gateway',
      audience: service,
      requiredClaims: ['exp', 'sub'],
    })
    const audience = Array.isArray(payload.aud) ? payload.aud : [payload.aud]
    return PassportClaims.parse({ ...payload, aud: audience })
  } catch (cause) {
    if (isUnreachable(cause)) {
      throw new CodedError('not_ready', 'The service cannot check who is calling right now.', {
        retryAfterSeconds: 2,
        cause,
      })
    }
    throw new CodedError('unauthorized', 'Unauthorized: please log in.', { cause })
  }
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY'
}

/** Fetching the keys failed: our fault, not the caller's. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'TypeError' ||
    ('code' in error && (error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC'))
  )
}
