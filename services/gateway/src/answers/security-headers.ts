/** Facts that the headers of every answer depend on. */
export interface HeaderOptions {
  readonly isHttps: boolean
}

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Headers of every answer. There are no CORS headers: the portal has one origin. */
export function commonHeaders({ isHttps }: HeaderOptions): Readonly<Record<string, string>> {
  return isHttps ? { ...always, 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : always
}

/** Headers of answers that are data, where the answer does not say otherwise: never a document, never kept by a cache. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cache-control': 'no-store',
}

/**
 * The policies of a page, to be sent as two headers, both of which a script must satisfy: the first admits only this origin, the second
 * only what a script of the page itself loads (nonce and strict-dynamic, https://www.w3.org/TR/CSP3/#strict-dynamic-usage).
 */
export function pagePolicies(nonce: string): readonly string[] {
  const first = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ]
  return [first.join('; '), `script-src 'nonce-${nonce}' 'strict-dynamic'`]
}
