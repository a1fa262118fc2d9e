import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '@portal/contracts/passport'
import { publicError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { dataHeaders } from './security-headers.ts'

/** What an error response needs beyond the error. */
export interface ErrorContext {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly requestId: string
  readonly headers: Readonly<Record<string, string>>
  readonly logger: Logger
}

/** Responds with the error's public form, outside Hono; the rest is logged under the request id. */
export function sendError(error: unknown, context: ErrorContext): void {
  const { incoming, outgoing, requestId, headers, logger } = context
  const { status, body, headers: own } = publicError(error, requestId)
  if (status >= 500) logger.warn({ requestId, status, path: pathOf(incoming), err: error }, body.message)
  if (outgoing.headersSent || outgoing.destroyed) return
  const content = Buffer.from(JSON.stringify(body))
  outgoing.writeHead(status, {
    ...headers,
    ...dataHeaders,
    ...own,
    'content-type': 'application/json; charset=utf-8',
    'content-length': content.length,
    [requestIdHeader]: requestId,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : content)
}

/** The path without its query, which may contain a token and is never logged. */
export function pathOf(incoming: IncomingMessage): string {
  const url = incoming.url ?? '/'
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
