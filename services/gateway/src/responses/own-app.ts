import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { requestIdHeader } from '@portal/contracts/passport'
import { notFound, publicError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { dataHeaders } from './security-headers.ts'

/** The Hono context of the gateway's own routes. */
export interface OwnEnv {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

/** An app for the gateway's own routes. */
export type OwnApp = Hono<OwnEnv>

/** A Hono app whose responses carry security headers and a request id; its errors are coded. */
export function createOwnApp(headers: Readonly<Record<string, string>>, logger: Logger): OwnApp {
  const app = new Hono<OwnEnv>()
  app.use('*', async (c, next) => {
    c.set('requestId', randomUUID())
    await next()
    const own = c.res.headers
    for (const [name, value] of Object.entries({ ...headers, ...dataHeaders }))
      if (!own.has(name)) own.set(name, value)
    own.set(requestIdHeader, c.get('requestId'))
  })
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    const { status, body, headers: own } = publicError(error, requestId)
    if (status >= 500) logger.warn({ requestId, status, path: c.req.path, err: error }, body.message)
    return c.json(body, contentful(status), { ...own })
  })
  app.notFound(() => {
    throw notFound()
  })
  return app
}

/** Safe because every error status of the contracts carries a body. */
function contentful(status: number): ContentfulStatusCode {
  return status as ContentfulStatusCode
}
