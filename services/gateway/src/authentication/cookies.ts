/** `__Host-` binds a cookie to this origin: no sibling host can set one (RFC 6265bis). */
export const cookieNames = {
  session: '__Host-portal_session',
  login: '__Host-portal_login_',
  known: '__Host-portal_known',
  seen: '__Host-portal_seen_',
  hint: 'portal_hint',
} as const

/**
 * Attributes of all cookies, including the hint by which the shell guesses that somebody is logged
 * in (decision 10).
 */
export const cookieAttributes = { path: '/', secure: true, sameSite: 'Lax' } as const

/** Attributes of a cookie that scripts cannot read. */
export const secretAttributes = { ...cookieAttributes, httpOnly: true } as const

const sessionPair = new RegExp(`(?:^|;)[ \\t]*${cookieNames.session}=([^;]*)`)

/**
 * The value of the session cookie in a Cookie header, the first of that name. Every request pays
 * for this, so it reads this one cookie and decodes nothing: our values need none.
 */
export function sessionCookie(header = ''): string | undefined {
  return sessionPair.exec(header)?.[1]?.trim()
}
