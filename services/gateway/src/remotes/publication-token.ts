import { hash, type KeyObject, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { RefusedRemote } from './remote-store.ts'
import { publicKeyOf, type RemoteKeys } from './signatures.ts'

/** Where builds are published over HTTP. */
export const publicationPath = '/api/remotes/publications'

const type = 'portal-publication+jwt'
const maxAge = '5m'

/** What the holder of a key asks for, besides the build. */
export const PublicationOrder = z.object({
  why: z.string().min(1).max(500),
  /** Promotes too. */
  percent: z.number().int().min(1).max(100).optional(),
  threshold: z.number().int().min(1).max(100).optional(),
})
export type PublicationOrder = z.infer<typeof PublicationOrder>

interface Ordered {
  readonly body: Uint8Array
  /** The portal's public address: an order for another portal is not accepted. */
  readonly audience: string
}

/** A token (JWT, EdDSA) that orders the publication of this body, once and within five minutes. */
export function orderPublication(
  order: PublicationOrder,
  { body, audience }: Ordered,
  key: KeyObject,
): Promise<string> {
  return new SignJWT({ ...order, sha256: hash('sha256', body, 'hex') })
    .setProtectedHeader({ alg: 'EdDSA', typ: type })
    .setIssuedAt()
    .setExpirationTime(maxAge)
    .setAudience(audience)
    .setJti(randomUUID())
    .sign(key)
}

const Claims = PublicationOrder.extend({ sha256: z.string(), jti: z.uuid() })

/** A token signed by one of the keys, with the name of that key. */
export type CheckedOrder = z.infer<typeof Claims> & { readonly key: string }

/** Throws {@link RefusedRemote} for anything but a fresh token of these keys for this portal. */
export async function checkOrder(token: string, keys: RemoteKeys, audience: string): Promise<CheckedOrder> {
  for (const [name, key] of keys) {
    try {
      const rules = { audience, algorithms: ['EdDSA'], typ: type, maxTokenAge: maxAge, clockTolerance: 30 }
      const { payload } = await jwtVerify(token, publicKeyOf(key), rules)
      return { ...Claims.parse(payload), key: name }
    } catch (error) {
      if (error instanceof errors.JWTExpired) break
      if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error
    }
  }
  throw new RefusedRemote(
    'The order is not signed by a key of this portal, is for another one, or is too old.',
  )
}
