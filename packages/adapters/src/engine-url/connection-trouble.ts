/** What the system, TLS and the clients say of a connection that did not come about, by code or in words. */
const troubles: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'is at a host that nobody knows'],
  [
    /CERT_|_CERT\b|CERTIFICATE|certificate|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/,
    'has a certificate that is not trusted',
  ],
  [/SSL routines|ERR_SSL|EPROTO|before secure TLS/, 'is not encrypted as its address says'],
]
const causesMax = 6

/**
 * Why an engine could not even be reached, to be read after its name ("Kafka … "), where that is a mistake in an address or a certificate that
 * waiting will not mend; null for one that is down. Names no address.
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
