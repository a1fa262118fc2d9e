import { createHash, timingSafeEqual } from 'node:crypto'
import {
  FirstOperatorBody,
  NewAccountBody,
  PasswordBody,
  type Refusal,
  StateBody,
  VerifiedAddressBody,
} from '@portal/contracts/identity-admin'
import type { Logger } from '@portal/service-kit/logger'
import { AccountExists, PasswordRefused, UnknownAccount } from '@portal/service-kit/ports/identity-admin'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { IdentityApp } from '../identity-app.ts'
import { knownAccount } from './account-store.ts'

export interface AdminApiOptions {
  readonly app: Pick<IdentityApp, 'accounts' | 'links' | 'site' | 'endSessions'>
  readonly secret: string
  readonly log: Logger
}

/**
 * Account management for the other services. It has a port of its own, unknown to the gateway,
 * which therefore cannot proxy it, and every call carries the secret.
 */
export function adminApi({ app, secret, log }: AdminApiOptions): Hono {
  const { accounts, links, site, endSessions } = app
  const link = async (subject: string) => {
    const { token, expiresAt } = await links.issue(subject)
    return { url: `${site.issuer}/password/${token}`, expiresAt: expiresAt.toISOString() }
  }
  const api = new Hono()
  api.use(async (c, next) => {
    if (!isSecret(c.req.header('authorization') ?? '', `Bearer ${secret}`)) throw new HTTPException(401)
    await next()
  })
  api.post('/accounts', async (c) => {
    const body = NewAccountBody.parse(await jsonBody(c))
    const { subject } = await accounts.create({ ...withoutUndefined(body), emailVerified: true })
    return c.json({ subject }, 201)
  })
  api.get('/accounts', async (c) => {
    const account = await accounts.findByLoginName(c.req.query('name') ?? '')
    return c.json({ subject: account?.subject ?? null })
  })
  api.get('/accounts/:subject/address', async (c) => {
    const { email, emailVerified } = knownAccount(await accounts.findBySubject(c.req.param('subject')))
    return c.json({ email, isVerified: emailVerified })
  })
  api.put('/accounts/:subject/verified-address', async (c) => {
    const { email } = VerifiedAddressBody.parse(await jsonBody(c))
    return c.json({ isVerified: await accounts.verifyAddress(c.req.param('subject'), email) })
  })
  api.delete('/accounts/:subject', async (c) => {
    const subject = c.req.param('subject')
    await accounts.remove(subject)
    await endSessions(subject)
    return c.body(null, 204)
  })
  api.put('/accounts/:subject/password', async (c) => {
    await accounts.setPassword(c.req.param('subject'), PasswordBody.parse(await jsonBody(c)))
    return c.body(null, 204)
  })
  api.put('/accounts/:subject/state', async (c) => {
    const { isDisabled } = StateBody.parse(await jsonBody(c))
    const subject = c.req.param('subject')
    await accounts.setDisabled(subject, isDisabled)
    if (isDisabled) await endSessions(subject)
    return c.body(null, 204)
  })
  api.delete('/accounts/:subject/sessions', async (c) => {
    await endSessions(c.req.param('subject'))
    return c.body(null, 204)
  })
  api.post('/accounts/:subject/password-links', async (c) => {
    knownAccount(await accounts.findBySubject(c.req.param('subject')))
    return c.json(await link(c.req.param('subject')))
  })
  api.post('/first-operator', async (c) => {
    const { username } = FirstOperatorBody.parse(await jsonBody(c))
    const account =
      (await accounts.findByLoginName(username)) ??
      (await accounts.create({ username, email: null, emailVerified: false }))
    const { subject, hasPassword } = account
    return c.json({ subject, link: hasPassword ? null : await link(subject) })
  })
  api.notFound((c) => c.json(refusal('invalid_request', 'There is no such call.'), 404))
  api.onError((error, c) => {
    const { status, body } = errorResponse(error)
    if (status >= 500) log.error({ err: error, path: c.req.path }, 'An account call failed')
    return c.json(body, status)
  })
  return api
}

const bytesMax = 64 * 1024

/** Our client always sends a content length. */
function jsonBody(c: Context): Promise<unknown> {
  if (!(Number(c.req.header('content-length')) <= bytesMax)) throw new HTTPException(413)
  return c.req.json()
}

function errorResponse(error: Error): { status: 400 | 401 | 404 | 409 | 413 | 422 | 503; body: Refusal } {
  if (error instanceof AccountExists) return { status: 409, body: refusal('account_exists', error.message) }
  if (error instanceof PasswordRefused)
    return { status: 422, body: refusal('password_refused', error.message) }
  if (error instanceof UnknownAccount) return { status: 404, body: refusal('unknown_account', error.message) }
  if (error instanceof HTTPException) {
    const status = error.status === 413 ? 413 : 401
    return { status, body: refusal('invalid_request', 'The call is not accepted.') }
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return { status: 400, body: refusal('invalid_request', 'The call does not have the expected form.') }
  }
  return { status: 503, body: refusal('unavailable', 'The identity provider cannot do this right now.') }
}

function refusal(code: Refusal['code'], message: string): Refusal {
  return { code, message }
}

/** Hashing both makes the comparison take the same time for every length. */
function isSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Safe because exactly the undefined entries are left out. */
function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>
}
