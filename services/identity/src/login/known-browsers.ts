import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { secretDigest } from '../accounts/secret-digest.ts'
import type { PageContext } from '../pages/page-context.ts'

const cookieName = '__Secure-portal_browsers'
const accountsMax = 5
const rememberedMs = 90 * 24 * 3600_000

/** Recognizes the browsers in which an account has logged in before. */
export type KnownBrowsers = ReturnType<typeof knownBrowsers>

/**
 * Device cookies (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies):
 * a nonce per account, signed with the account's subject. `keys`, newest first: all verify.
 */
export function knownBrowsers(keys: readonly string[], path: string) {
  const [newest = ''] = keys
  const sign = (key: string, nonce: string, subject: string) =>
    createHmac('sha256', key).update(`browser:${subject}:${nonce}`).digest('base64url')
  const read = (ctx: PageContext) => (ctx.cookies.get(cookieName, { signed: false }) ?? '').split('~')
  const isOf = (subject: string) => (one: string) => {
    const [nonce = '', signature = ''] = one.split('.')
    return keys.some((key) => isEqual(sign(key, nonce, subject), signature))
  }
  return {
    isAny: (ctx: PageContext): boolean => read(ctx).some((one) => one !== ''),
    /** The counter of this account in this browser; null where it has not logged in before. */
    counterOf: (ctx: PageContext, subject: string): string | null => {
      const known = read(ctx).slice(0, accountsMax).find(isOf(subject))
      return known === undefined ? null : `browser:${secretDigest(known.split('.')[0] ?? '')}`
    },
    /** Call after a login. The oldest of more than five accounts is forgotten. */
    remember: (ctx: PageContext, subject: string): void => {
      const all = read(ctx).slice(0, accountsMax)
      const nonce = all.find(isOf(subject))?.split('.')[0] ?? randomBytes(16).toString('base64url')
      const others = all.filter((one) => one !== '' && !isOf(subject)(one)).slice(0, accountsMax - 1)
      const value = [`${nonce}.${sign(newest, nonce, subject)}`, ...others].join('~')
      const options = { httpOnly: true, secure: true, sameSite: 'lax', signed: false } as const
      ctx.cookies.set(cookieName, value, { ...options, path, maxAge: rememberedMs })
    },
  }
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
