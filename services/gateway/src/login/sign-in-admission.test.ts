import { request } from 'node:http'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayUnderTest, password, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest

beforeAll(async () => {
  // One for addresses that have asked little and one for all; none comes back during the test.
  portal = await startGatewayUnderTest({ RATE_SIGN_IN: '1/24', RATE_LOGIN: '600/600' })
  await portal.addPerson('ada')
})
afterAll(() => portal[Symbol.asyncDispose]())

interface Page {
  readonly status: number
  readonly location: string
  readonly retryAfter: string | undefined
  readonly text: string
}

/** Asks for a page, as a browser at this address without other cookies does. */
function open(path: string, from: string, cookie = ''): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<Page>()
  const headers = { accept: 'text/html', host: `127.0.0.1:${portal.port}`, ...(cookie ? { cookie } : {}) }
  const options = { host: '127.0.0.1', port: portal.port, path, localAddress: from, headers }
  request(options, (response) => {
    const { location = '', 'retry-after': retryAfter } = response.headers
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, location, retryAfter, text }))
  })
    .on('error', reject)
    .end()
  return promise
}

it('a storm is turned away before the provider is asked; a known browser and a new address get in', async () => {
  const known = await portal.signIn('ada')
  const knownCookie = `__Host-portal_known=${known.cookiesFor('/').get('__Host-portal_known')}`
  const authorization = (await open('/api/login', '127.0.0.9')).location
  const { pathname, search } = new URL(authorization)

  const storm: number[] = []
  for (let index = 0; index < 40; index += 1) storm.push((await open('/api/login', '127.0.0.2')).status)
  expect(storm.filter((status) => status === 303).length).toBeLessThan(20)
  const refused = await open('/api/login?returnTo=/documents', '127.0.0.2')
  expect(refused).toMatchObject({ status: 429, retryAfter: '5' })
  expect(refused.text).toContain('Many people are logging in')
  expect(refused.text).toContain('/api/login?returnTo=%2Fdocuments')

  // Nor does it get in where the provider begins, with an attempt that it did not start.
  const direct = await open(`${pathname}${search}`, '127.0.0.2')
  expect(direct).toMatchObject({ status: 429, retryAfter: '5' })
  expect(direct.text).toContain('Many people are logging in')
  expect((await open(`${pathname}/${search}`, '127.0.0.2')).status).toBe(429)

  expect((await open('/api/login', '127.0.0.3')).status).toBe(303)
  expect((await open('/api/login', '127.0.0.2', knownCookie)).status).toBe(303)
  const forged = `__Host-portal_known=${'A'.repeat(90)}`
  expect((await open('/api/login', '127.0.0.2', forged)).status).toBe(429)
  const start = new URL('/api/login', portal.origin)
  const isArrived = ({ pathname: path }: URL) => path === '/'
  await known('/api/logout', { method: 'POST', headers: { origin: portal.origin } })
  await walkSignIn(known, { start, answers: { username: 'ada', password }, isArrived })
  expect((await known('/api/departments')).status).toBe(200)
})

it('an admitted attempt begins one login at the provider, not any number', async () => {
  const browser = await portal.signIn('ada')
  await browser('/api/logout', { method: 'POST', headers: { origin: portal.origin } })
  const { headers } = await browser('/api/login', { redirect: 'manual' })
  const { pathname, search } = new URL(headers.get('location') ?? '')
  const attempt = [...browser.cookiesFor('/oidc/')].filter(([name]) =>
    name.startsWith('__Host-portal_login_'),
  )
  const cookie = attempt.map((pair) => pair.join('=')).join('; ')
  expect((await open(`${pathname}${search}`, '127.0.0.2', cookie)).status).toBe(303)
  expect((await open(`${pathname}${search}`, '127.0.0.2', cookie)).status).toBe(429)
})
