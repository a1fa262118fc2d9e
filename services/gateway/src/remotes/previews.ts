import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Secrets } from '@portal/service-kit/rotated-secrets'
import { cookieAttributes } from '../authentication/cookies.ts'
import { type Author, type RemoteStore, recordAct, usableEntry } from './remote-store.ts'

/** Which version one person sees, until when (milliseconds since 1970). */
export interface Preview {
  readonly personId: string
  readonly name: string
  readonly version: string
  readonly until: number
}

/** The path of links to previews. */
export const previewPath = '/preview'

/** A cookie for each remote; `__Host-` binds it to this origin. */
const cookiePrefix = '__Host-portal_preview_'
/** At most this many cookies are read: our browsers have one per remote. */
const cookiesMax = 16
const separator = '.'

/**
 * Makes and reads signed previews: HMAC-SHA256 over their facts. A preview is of use to the person
 * whom it names, in their own session, and to nobody else.
 */
export function createPreviews(secrets: Secrets<Uint8Array>, now: () => number = Date.now) {
  const signWith = (secret: Uint8Array, facts: string) =>
    createHmac('sha256', secret).update(`remote preview\n${facts}`).digest('base64url')

  /** The preview in a valid, unexpired token of ours; else null. */
  function open(token: string): Preview | null {
    const [facts = '', signature = '', ...others] = token.split(separator)
    const isRight = secrets.some((secret) => isSame(signature, signWith(secret, facts)))
    if (others.length > 0 || !isRight) return null
    // Safe because only `make` signs such texts.
    const preview = JSON.parse(Buffer.from(facts, 'base64url').toString()) as Preview
    return preview.until > now() ? preview : null
  }

  return {
    make(preview: Preview): string {
      const facts = Buffer.from(JSON.stringify(preview)).toString('base64url')
      return `${facts}${separator}${signWith(secrets[0], facts)}`
    },
    open,
    /** The versions by remote that this person previews in this browser. */
    of({ cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>, personId: string): Map<string, string> {
      const own = previewCookies(cookie).flatMap(([, token]) => {
        const preview = open(token)
        return preview?.personId === personId ? [[preview.name, preview.version] as const] : []
      })
      return new Map(own)
    },
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

interface LinkParts {
  readonly store: RemoteStore
  readonly previews: Pick<Previews, 'make'>
  readonly publicOrigin: string
}

/** A link that shows one person a version for this many hours. Throws RefusedRemote. */
export async function makePreviewLink(
  { store, previews, publicOrigin }: LinkParts,
  { hours, ...facts }: Omit<Preview, 'until'> & { readonly hours: number },
  author: Author,
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  await store.database.platformTx(async (db) => {
    await usableEntry(db, store, facts)
    await recordAct(db, author, { name: facts.name, act: 'preview', version: facts.version })
  })
  const until = Date.now() + hours * 3600_000
  const token = previews.make({ ...facts, until })
  return { url: `${publicOrigin}${previewPath}/${token}`, expiresAt: new Date(until).toISOString() }
}

export type Previews = ReturnType<typeof createPreviews>

/** Whether a browser has any: for all others nobody needs to be identified. */
export function hasPreviews({ cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>): boolean {
  return cookie.includes(cookiePrefix)
}

/** Names and values of the cookies of previews. */
export function previewCookies(header: string): (readonly [name: string, value: string])[] {
  return header
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name = '']) => name.startsWith(cookiePrefix))
    .slice(0, cookiesMax)
    .map(([name = '', value = '']) => [name, value] as const)
}

/** The `Set-Cookie` of a preview. */
export function previewCookie(preview: Preview, token: string, now: number): string {
  const seconds = Math.max(0, Math.floor((preview.until - now) / 1000))
  const { path, sameSite } = cookieAttributes
  return `${cookiePrefix}${preview.name}=${token}; Max-Age=${seconds}; Path=${path}; SameSite=${sameSite}; Secure; HttpOnly`
}

/** The `Set-Cookie` that ends a preview. */
export function endedCookie(name: string): string {
  return `${name}=; Max-Age=0; Path=/; SameSite=Lax; Secure; HttpOnly`
}
