import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { createSeal } from '../src/secrets/seal.ts'
import { loadSigningKeys } from '../src/secrets/signing-keys.ts'
import { type GatewayUnderTest, gatewaySecret } from './gateway-under-test.ts'

/**
 * A token that nobody should believe, by the person whom it would make its bearer. `id` is of a row
 * that exists, so nothing else refuses it.
 */
export interface Forgery {
  readonly personId: string
  readonly id: string
}

/**
 * Makes tokens that differ from a good one in one thing each. The good one is among them under
 * `good`: it has to be let in, or the others would prove nothing.
 */
export async function forgeTokens(portal: GatewayUnderTest, { personId, id }: Forgery) {
  const keySeal = createSeal([gatewaySecret], 'signing keys')
  const own = await loadSigningKeys(portal.database, keySeal, 'auth-token')
  const passport = await loadSigningKeys(portal.database, keySeal, 'passport')
  const [publicKey = {}] = (await own.published()).keys
  const stranger = await generateKeyPair('RS256')
  const strangerKey = await exportJWK(stranger.publicKey)
  const header: JWTHeaderParameters = { alg: 'RS256', kid: own.id, typ: 'portal-auth+jwt' }
  const claims = {
    iss: 'portal-gateway',
    aud: 'portal-auth-token',
    sub: personId,
    jti: id,
    exp: Math.floor(Date.now() / 1000) + 600,
  }
  const { exp: _, ...endless } = claims
  const signed = (changes: object, head: object = {}, key: CryptoKey | KeyObject = own.privateKey) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...head }).sign(key)
  const pem = createPublicKey({ key: publicKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const withPublicKey = (key: Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(key)
  const good = await signed({})
  const [head, , signature] = good.split('.')
  return {
    good,
    'alg none': unsigned({ ...header, alg: 'none' }, claims),
    'alg None': unsigned({ ...header, alg: 'None' }, claims),
    'alg none with the signature of a good one': `${unsigned({ ...header, alg: 'none' }, claims)}${signature}`,
    'no signature': unsigned(header, claims),
    'HS256 signed with the public key as PEM': await withPublicKey(Buffer.from(String(pem))),
    'HS256 signed with the public key as JWK': await withPublicKey(Buffer.from(JSON.stringify(publicKey))),
    'a key of its own in the header (jwk)': await signed({}, { jwk: strangerKey }, stranger.privateKey),
    'a key address of its own (jku)': await signed(
      {},
      { jku: `${portal.origin}/keys.json` },
      stranger.privateKey,
    ),
    'a certificate address of its own (x5u)': await signed(
      {},
      { x5u: 'https://evil.example/c.pem' },
      stranger.privateKey,
    ),
    'a key id that is a path': await signed({}, { kid: '../../dev/null' }, stranger.privateKey),
    'a critical header that nobody knows': `${base64({ ...header, crit: ['sudo'], sudo: true })}.${good.split('.')[1]}.${signature}`,
    'the key of passports': await signed({}, { kid: passport.id }, passport.privateKey),
    'another audience': await signed({ aud: 'documents' }),
    'another audience beside ours, and another issuer': await signed({
      aud: ['portal-auth-token', 'x'],
      iss: 'x',
    }),
    'another type': await signed({}, { typ: 'JWT' }),
    'exp as text': await signedAsIs({ ...endless, exp: 'never' }, header, own.privateKey),
    'exp as the text of a number': await signedAsIs(
      { ...endless, exp: String(claims.exp) },
      header,
      own.privateKey,
    ),
    'no exp': await signedAsIs(endless, header, own.privateKey),
    'exp in the past': await signed({ exp: Math.floor(Date.now() / 1000) - 1 }),
    'an id that was never minted': await signed({ jti: crypto.randomUUID() }),
    'an id that is no id': await signed({ jti: "' or true --" }),
    'another person under the id': await signed({ sub: 'person-other' }),
    'another person under the same signature': `${head}.${base64({ ...claims, sub: 'person-other' })}.${signature}`,
    'a list as person': await signedAsIs({ ...claims, sub: [personId] }, header, own.privateKey),
    'five parts, as an encrypted token has': 'a.b.c.d.e',
    'no token at all': 'undefined',
    'more than 4 KB': `a.${'b'.repeat(8000)}.c`,
  }
}

/** Signs claims that jose's own types would not allow. */
function signedAsIs(
  claims: object,
  header: JWTHeaderParameters,
  key: CryptoKey | KeyObject,
): Promise<string> {
  const payload: unknown = claims
  return new SignJWT(payload as JWTPayload).setProtectedHeader(header).sign(key)
}

function unsigned(header: object, claims: object): string {
  return `${base64(header)}.${base64(claims)}.`
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
