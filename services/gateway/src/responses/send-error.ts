import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdHeader } from '@portal/contracts/passport'
import { publicError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { dataHeaders } from './security-headers.ts'

/** What a response outside Hono needs beyond its content. */
export interface ResponseContext {
  readonly outgoing: ServerResponse
  readonly requestId: string
  readonly headers: Readonly<Record<string, string>>
}

interface ErrorContext extends ResponseContext {
  readonly incoming: IncomingMessage
  readonly logger: Logger
}

/** Responds with the error's public form, outside Hono; the rest is logged under the request id. */
export function sendError(error: unknown, { incoming, logger, ...context }: ErrorContext): void {
  const { outgoing, requestId, headers } = context
  const { status, body, headers: own } = publicError(error, requestId)
  if (status >= 500) logger.warn({ requestId, status, path: pathOf(incoming), err: error }, body.message)
  if (outgoing.headersSent || outgoing.destroyed) return
  sendWhole(JSON.stringify(body), status, {
    ...{ outgoing, requestId, headers: { ...headers, ...dataHeaders, ...own } },
    type: 'application/json',
  })
}

/** Sends a whole response, outside Hono; to a HEAD request Node sends its headers alone. */
export function sendWhole(
  text: string,
  status: number,
  { outgoing, requestId, headers, type }: ResponseContext & { readonly type: string },
): void {
  const content = Buffer.from(text)
  outgoing.writeHead(status, {
    ...headers,
    'content-type': `${type}; charset=utf-8`,
    'content-length': content.length,
    [requestIdHeader]: requestId,
  })
  outgoing.end(content)
}

/** The path without its query, which may contain a token and is never logged. */
export function pathOf(incoming: IncomingMessage): string {
  const url = incoming.url ?? '/'
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
