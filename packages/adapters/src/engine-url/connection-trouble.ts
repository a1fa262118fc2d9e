/** Failures to connect, by code or text of the system, TLS and the clients. */
const troubles: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'has a host name that cannot be resolved'],
  [
    /CERT_|_CERT\b|CERTIFICATE|certificate|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/,
    'has a certificate that is not trusted',
  ],
  [/SSL routines|ERR_SSL|EPROTO|before secure TLS/, 'is not encrypted as its address says'],
]
const causesMax = 6

/**
 * Why an engine cannot be reached, to follow its name ("Kafka … "), if an address or a certificate
 * is wrong and waiting will not help; null if it is down. Contains no address.
 */
export function connectionTrouble(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < causesMax; depth += 1) {
    const { code, message, cause }: Error & { readonly code?: unknown } = at
    const said = `${typeof code === 'string' ? code : ''} ${message}`
    const found = troubles.find(([pattern]) => pattern.test(said))
    if (found) return found[1]
    at = cause
  }
  return null
}
