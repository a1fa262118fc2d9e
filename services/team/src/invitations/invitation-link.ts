import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** How links of invitations are made: the address that people type, and the secret that signs. */
export interface InvitationLinks {
  readonly publicOrigin: string
  readonly secret: string
}

/** What a link names. The nonce is drawn anew at each sending, so that an earlier link stops working. */
export interface InvitationToken {
  readonly organizationId: number
  readonly invitationId: string
  readonly nonce: string
}

const algorithm = 'HS256'
const audience = 'portal-invitation'
const Claims = z.object({ sub: z.uuid(), org: z.number().int().positive(), nonce: z.uuid() })

/** The address to hand over, `<origin>/invitation/<token>`. It can be made again from the row, so it is stored nowhere. */
export async function invitationLink(links: InvitationLinks, token: InvitationToken): Promise<string> {
  const { invitationId, organizationId, nonce } = token
  const signed = await new SignJWT({ org: organizationId, nonce })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(invitationId)
    .setAudience(audience)
    .sign(keyOf(links))
  return `${links.publicOrigin}/invitation/${signed}`
}

/** What the token names, or null for one that we did not sign. Until when it works is the row's to say: it may be told as expired. */
export async function readInvitationToken(
  links: InvitationLinks,
  token: string,
): Promise<InvitationToken | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(links), { algorithms: [algorithm], audience })
    const { sub, org, nonce } = Claims.parse(payload)
    return { invitationId: sub, organizationId: org, nonce }
  } catch {
    return null
  }
}

function keyOf({ secret }: InvitationLinks): Uint8Array {
  return new TextEncoder().encode(secret)
}
