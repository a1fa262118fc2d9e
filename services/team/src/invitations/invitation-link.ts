import type { Secrets } from '@portal/service-kit/rotated-secrets'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** What invitation links are made of: the public origin and the signing secrets. */
export interface InvitationLinks {
  readonly publicOrigin: string
  readonly secrets: Secrets<string>
}

/** Content of a link. Each sending draws a new nonce, which invalidates earlier links. */
export interface InvitationToken {
  readonly organizationId: number
  /** The invitation's. */
  readonly id: string
  readonly nonce: string
}

const algorithm = 'HS256'
const audience = 'portal-invitation'
const Claims = z.object({ sub: z.uuid(), org: z.number().int().positive(), nonce: z.uuid() })

/** The link `<origin>/invitation/<token>`, stored nowhere: the row suffices to rebuild it. */
export async function invitationLink(links: InvitationLinks, token: InvitationToken): Promise<string> {
  const { id, organizationId, nonce } = token
  const signed = await new SignJWT({ org: organizationId, nonce })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(id)
    .setAudience(audience)
    .sign(keyOf(links.secrets[0]))
  return `${links.publicOrigin}/invitation/${signed}`
}

/** The token's content, or null for a foreign signature. The row knows whether it expired. */
export async function readInvitationToken(
  links: InvitationLinks,
  token: string,
): Promise<InvitationToken | null> {
  for (const secret of links.secrets) {
    const read = await readWith(secret, token)
    if (read !== null) return read
  }
  return null
}

async function readWith(secret: string, token: string): Promise<InvitationToken | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: [algorithm], audience })
    const { sub, org, nonce } = Claims.parse(payload)
    return { id: sub, organizationId: org, nonce }
  } catch {
    return null
  }
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
