import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { OwnEnv } from './own-app.ts'
import { pagePolicies } from './security-headers.ts'
import { type ResponseContext, sendWhole } from './send-error.ts'

/** A page with one sentence and one action, for when the shell cannot be shown. */
export interface Notice {
  readonly status: 200 | 400 | 403 | 429 | 503
  readonly title: string
  readonly text: string
  /** A link (GET) or a button (POST). */
  readonly action: { readonly label: string; readonly address: string; readonly method: 'GET' | 'POST' }
}

const style = `
:root { color-scheme: light dark; font: 14px/1.5 'Inter Variable', Inter, system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#fafafa, #111214); color: light-dark(#18181b, #ececee) }
main { max-width: 26rem; margin: 1rem; padding: 2rem; border: 1px solid light-dark(#e4e4e7, #2c2d31); border-radius: 10px; background: light-dark(#fff, #18191c) }
h1 { font-size: 20px; margin: 0 0 .5rem } p { margin: 0 0 1.25rem } small { display: block; margin-top: 1.25rem; color: light-dark(#52525b, #a1a1aa) }
a, button { display: inline-block; padding: .5rem 1rem; border: 0; border-radius: 6px; background: light-dark(#1d4ed8, #3b6ef0); color: #fff; font: inherit; text-decoration: none; cursor: pointer }
a:focus-visible, button:focus-visible { outline: 3px solid light-dark(#93b4fd, #9db8ff); outline-offset: 2px }
`

/** Responds with a notice. */
export function showNotice(c: Context<OwnEnv>, notice: Notice): Response | Promise<Response> {
  const { policies, page } = noticePage(notice, c.get('requestId'))
  for (const policy of policies) c.header('content-security-policy', policy, { append: true })
  return c.html(page, notice.status)
}

/** Responds with a notice, outside Hono. */
export async function sendNotice(notice: Notice, context: ResponseContext): Promise<void> {
  const { policies, page } = noticePage(notice, context.requestId)
  // Comma-separated policies are all enforced.
  const own = { 'content-security-policy': policies.join(', '), 'cache-control': 'no-store' }
  const headers = { ...context.headers, ...own }
  sendWhole(`${await page}`, notice.status, { ...context, headers, type: 'text/html' })
}

function noticePage(notice: Notice, requestId: string) {
  const nonce = randomBytes(16).toString('base64url')
  const { label, address, method } = notice.action
  const action =
    method === 'GET'
      ? html`<a href="${address}">${label}</a>`
      : html`<form method="post" action="${address}"><button>${label}</button></form>`
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${notice.title}</title><style nonce="${nonce}">${raw(style)}</style></head>
<body><main><h1>${notice.title}</h1><p>${notice.text}</p>${action}<small>Request ${requestId}</small></main></body>
</html>`
  return { policies: pagePolicies(nonce), page }
}

/** Seconds after which another attempt to reach the identity provider makes sense. */
export const retrySeconds = 5

/** Replaces a page of the identity provider while that is away. */
export function providerAway(returnTo: string): Notice {
  return {
    status: 503,
    title: 'Logging in is not possible right now',
    text: 'The login service does not answer. People who are logged in can go on working. Please try again in a moment.',
    action: signInAgain(returnTo),
  }
}

/** Shown instead of the provider's first page when too many strangers begin to log in. */
export function crowded(returnTo: string): Notice {
  return {
    status: 429,
    title: 'Many people are logging in',
    text: `People who are logged in can go on working. Please try again in ${retrySeconds} seconds.`,
    action: signInAgain(returnTo),
  }
}

/** A link that starts another login. */
export function signInAgain(returnTo: string): Notice['action'] {
  return {
    label: 'Log in again',
    address: `/api/login?returnTo=${encodeURIComponent(returnTo)}`,
    method: 'GET',
  }
}
