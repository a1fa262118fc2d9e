import type { IncomingMessage } from 'node:http'

/** Whether a request announces a body. */
export function hasBody(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length']
  return incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
