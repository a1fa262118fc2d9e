const hexOf = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * The header with which a browser begins a trace (https://www.w3.org/TR/trace-context): a new
 * random one for each request. Whether it is recorded is the gateway's decision.
 */
export function newTraceparent(): string {
  return `00-${hexOf(16)}-${hexOf(8)}-01`
}
