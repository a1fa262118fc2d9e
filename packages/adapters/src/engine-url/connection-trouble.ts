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
  for (const { code, message } of causesOf(error)) {
    const said = `${typeof code === 'string' ? code : ''} ${message}`
    const found = troubles.find(([pattern]) => pattern.test(said))
    if (found) return found[1]
  }
  return null
}

/** An error and what caused it, outermost first. */
export function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < causesMax; at = at.cause) causes.push(at)
  return causes
}
