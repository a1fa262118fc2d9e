import { randomUUID } from 'node:crypto'
import { requestIdHeader } from '@portal/contracts/passport'
import type { Logger } from '@portal/service-kit/logger'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { pageMissing, type VisibleError, visibleError } from './error-view.ts'
import type { Site } from './pages/layout.ts'
import { errorPage } from './pages/notice-pages.ts'
import { type PageContext, type Step, sendPage } from './pages/page-context.ts'

const policyWith = (ancestors: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    'img-src data:',
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
  ].join(';')

const policy = policyWith("'none'")
/** The portal asks in a hidden frame, in which a failure may end but nothing can be pressed. */
const silentPolicy = policyWith("'self'")

/**
 * Every response: security headers, a request id, a page instead of a bare error, and no CORS,
 * since everything is same-origin. `form-action` allows the redirect that ends a login.
 */
export function responseRules(site: Site, log: Logger): Step {
  return async (ctx, next) => {
    ctx.set(requestIdHeader, requestId(ctx))
    ctx.set('content-security-policy', ctx.query.prompt === 'none' ? silentPolicy : policy)
    ctx.set('x-content-type-options', 'nosniff')
    // Not `no-referrer`, under which browsers post forms with `Origin: null`.
    ctx.set('referrer-policy', 'strict-origin')
    ctx.set('cache-control', 'no-store')
    try {
      await next()
      if (ctx.status === 404 && !ctx.body) showError(ctx, site, pageMissing)
    } catch (error) {
      const visible = visibleError(error)
      if (visible.isOurs) log.error({ err: error, path: ctx.path }, 'A page failed')
      showError(ctx, site, visible)
    }
    for (const name of Object.keys(ctx.response.headers)) {
      if (name.startsWith('access-control-')) ctx.remove(name)
    }
  }
}

/** The error page, or JSON for a program. */
export function showError(
  ctx: Pick<PageContext, 'accepts' | 'response' | 'set' | 'status' | 'type' | 'body'>,
  site: Site,
  visible: VisibleError,
): void {
  const id = String(ctx.response.get(requestIdHeader))
  if (visible.retryAfterSeconds) ctx.set('retry-after', String(visible.retryAfterSeconds))
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.status = visible.status
    ctx.body = { message: visible.whatHappened, requestId: id }
    return
  }
  sendPage(ctx, visible.status, errorPage(site, { ...visible, requestId: id }))
}

export function protocolErrorPage(site: Site) {
  return async (ctx: KoaContextWithOIDC, _out: unknown, error: Error): Promise<void> =>
    showError(ctx, site, visibleError(error))
}

/** Logs what the protocol refuses and what fails, without tokens. */
export function logProtocol(provider: Provider, log: Logger): void {
  provider.on('server_error', (ctx, error) => {
    const { status, retryAfterSeconds } = visibleError(error)
    ctx.status = status
    if (retryAfterSeconds) ctx.set('retry-after', String(retryAfterSeconds))
    log.error({ err: error, path: ctx.path }, 'The login protocol failed')
  })
  const refused = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    const why = error.error_description ?? error.message
    const line = { path: ctx.path, clientId: ctx.oidc.client?.clientId, why }
    // Every silent check without a session ends so; it is not a refusal.
    if (error.error === 'login_required') log.debug(line, 'Nobody is logged in')
    else log.info(line, 'A login request was refused')
  }
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
}

function requestId(ctx: PageContext): string {
  const given = ctx.get(requestIdHeader)
  return /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
