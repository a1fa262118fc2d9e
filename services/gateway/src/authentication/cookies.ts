/**
 * Cookie names. `__Host-` binds a cookie to this origin: no sibling host can set one (RFC 6265bis).
 */
export const cookieNames = {
  session: '__Host-portal_session',
  login: '__Host-portal_login_',
  hint: 'portal_hint',
} as const

/** The value of a cookie in a Cookie header, or null. The first one counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return null
}

/** Names of the cookies in a header that begin with a prefix. */
export function cookiesWithPrefix(header: string | undefined, prefix: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))).trim())
    .filter((name) => name.startsWith(prefix))
}

/** A cookie that scripts cannot read. */
export function secretCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`
}

/** Hints to the shell that someone is probably signed in (decision 10); it grants nothing. */
export function hintCookie(maxAgeSeconds: number): string {
  return `${cookieNames.hint}=1; Path=/; Max-Age=${maxAgeSeconds}; Secure; SameSite=Lax`
}

/** Ends a cookie in the browser. */
export function endedCookie(name: string): string {
  return `${name}=; Path=/; Max-Age=0; Secure; SameSite=Lax`
}
