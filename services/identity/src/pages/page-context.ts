import { addressKey } from '@portal/service-kit/http/address-key'
import type { Provider } from 'oidc-provider'
import type { Site } from './layout.ts'

/** A request of Koa, oidc-provider's web framework. */
export type PageContext = ReturnType<Provider['createContext']>

/** A step of Koa. */
export type Step = (ctx: PageContext, next: () => Promise<void>) => Promise<void>

/**
 * Splits an issuer such as `https://portal.example/oidc`. Throws without a path: the pages would
 * shadow the portal's own.
 */
export function siteOf(issuer: string, assets: Pick<Site, 'stylesheet' | 'script'>): Site {
  const { origin, pathname } = new URL(issuer)
  const base = pathname.replace(/\/$/, '')
  if (base === '') throw new Error('The issuer needs a path, such as /oidc.')
  return { issuer, origin, base, ...assets }
}

/** Whom a lane counts; `left` is aborted when the client goes away before its response. */
export function visitorOf({ ip, res }: Pick<PageContext, 'ip' | 'res'>) {
  const left = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) left.abort()
  })
  return { address: addressKey(ip), left: left.signal }
}

export function sendPage(
  ctx: Pick<PageContext, 'status' | 'type' | 'body'>,
  status: number,
  markup: string,
): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = markup
}
