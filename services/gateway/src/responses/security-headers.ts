const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Headers of every response. There are no CORS headers: the portal has one origin. */
export function commonHeaders(publicOrigin: string): Readonly<Record<string, string>> {
  if (!publicOrigin.startsWith('https:')) return always
  return { ...always, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
}

/** Defaults for responses that are data: never rendered as a document, never cached. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cache-control': 'no-store',
}

/**
 * The policy of a worker's script, which is the worker's own. The one that reads PDF files compiles
 * the decoders of pictures, which is all that `wasm-unsafe-eval` allows, and requests nothing.
 */
export const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"

/**
 * The policies of a page, sent as two headers that a script must both satisfy: the first admits
 * only this origin, the second only what the page's own scripts load (nonce and strict-dynamic,
 * https://www.w3.org/TR/CSP3/#strict-dynamic-usage).
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
  return [first.join('; '), `script-src 'nonce-${nonce}' 'strict-dynamic'; worker-src 'self'`]
}
