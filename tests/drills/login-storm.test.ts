import { request } from 'node:http'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { startParts } from '@portal/deploy/standalone/parts-in-process.fixture'
import { cookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { findLoginForm } from '@portal/testkit/identity/login-form'
import { afterAll, beforeAll, expect, it } from 'vitest'

const owner = { username: 'ingrid', password: 'seven-quiet-harbours' }
const browsersCookie = '__Secure-portal_browsers'
const ends: (() => Promise<unknown>)[] = []
let address: string

beforeAll(async () => {
  // The storm has its forms open already: what it meets is the provider. The owner logs in as often
  // as a machine can.
  const settings = { RATE_SIGN_IN: '6000/6000', RATE_LOGIN: '6000/6000' }
  const portal = await startParts(['identity', 'team'], (end) => ends.push(end), settings)
  const { engines } = portal
  address = portal.address
  await openIdentityAdmin(engines.identity.admin).createAccount({ ...owner, email: 'ingrid@halden.example' })
}, 240_000)

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

interface OpenForm {
  readonly action: URL
  readonly cookie: string
  readonly fields: ReadonlyMap<string, string>
}

/** Follows GET /api/login to the form. */
async function openForm(): Promise<OpenForm> {
  const browse = cookieFetch(address)
  let url = new URL('/api/login', address)
  for (;;) {
    const response = await browse(url)
    const location = response.headers.get('location')
    if (location === null) {
      const form = findLoginForm(await response.text())
      if (!form) throw new Error(`There is no form at ${url.pathname}.`)
      const cookie = [...browse.cookiesFor(url)].map((pair) => pair.join('=')).join('; ')
      return { action: new URL(form.action, url), cookie, fields: form.fields }
    }
    url = new URL(location, url)
  }
}

interface Posted {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly known: string
}

/** Posts the form from this address of the loopback. `known` is the cookie of a known browser. */
function post(form: OpenForm, password: string, from: { ip: string; known?: string }): Promise<Posted> {
  const body = new URLSearchParams([...form.fields])
  body.set('username', owner.username)
  body.set('password', password)
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: address,
    cookie: from.known ? `${form.cookie}; ${from.known}` : form.cookie,
  }
  const outgoing = request(form.action, { method: 'POST', localAddress: from.ip, headers }, (answer) => {
    const set = answer.headers['set-cookie']?.find((line) => line.startsWith(browsersCookie)) ?? ''
    const known = set.split(';')[0] ?? ''
    answer.resume().on('end', () => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], known })
    })
  })
  outgoing.on('error', reject).end(body.toString())
  return promise
}

/** Signs the owner in, again and again as the page says, and returns how long it took. */
async function signIn(from: { ip: string; known?: string }) {
  const since = performance.now()
  const form = await openForm()
  for (let tries = 1; ; tries += 1) {
    const { status, known } = await post(form, owner.password, from)
    if (status === 303) return { ms: performance.now() - since, tries, known }
    if (status !== 429 || tries > 20) throw new Error(`The login ended with ${status}.`)
  }
}

/** 100 wrong passwords per second from 30 addresses until it is stopped. */
async function startStorm() {
  const forms = await Promise.all(Array.from({ length: 30 }, openForm))
  const statuses = new Map<number, number>()
  const open = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    for (let i = 0; i < 5; i += 1) {
      const at = sent++ % forms.length
      const form = forms[at]
      if (!form) continue
      const one = post(form, 'not-the-password', { ip: `127.0.0.${at + 2}` }).then(({ status }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        open.delete(one)
      })
      open.add(one)
    }
  }, 50)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(open)
    return Object.fromEntries(statuses)
  }
  return {
    count: () => sent,
    checked: () => statuses.get(401) ?? 0,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

it('in a storm of 100 logins per second the owner waits for no stranger in a known browser, and gets in within seconds in another', async () => {
  const { known } = await signIn({ ip: '127.0.0.1' })
  const idle: number[] = []
  for (let i = 0; i < 5; i += 1) idle.push((await signIn({ ip: '127.0.0.1', known })).ms)
  const rssBefore = process.memoryUsage.rss()
  await using storm = await startStorm()
  const since = performance.now()
  const inStorm: number[] = []
  const checkedMeanwhile: number[] = []
  const signInKnown = async () => {
    const checkedBefore = storm.checked()
    inStorm.push((await signIn({ ip: '127.0.0.2', known })).ms)
    checkedMeanwhile.push(storm.checked() - checkedBefore)
  }
  while (performance.now() - since < 5000) await signInKnown()
  const unknown = await signIn({ ip: '127.0.1.1' })
  while (performance.now() - since < 10_000) await signInKnown()
  const statuses = await storm.stop()
  const grownMb = (process.memoryUsage.rss() - rssBefore) / 1e6
  const ms = (values: readonly number[]) => `${Math.round(median(values))} ms`
  console.log(
    `known browser: ${ms(idle)} idle, ${ms(inStorm)} in the storm; unknown: ${ms([unknown.ms])};` +
      ` ${median(checkedMeanwhile)} strangers checked meanwhile; ${storm.count()} sent: ${JSON.stringify(statuses)}; ${Math.round(grownMb)} MB more`,
  )
  expect(Object.keys(statuses).toSorted()).toEqual(['401', '429'])
  // Sixteen strangers wait; counted, since other tests share the cores. Drills take the time.
  expect(median(checkedMeanwhile)).toBeLessThan(6)
  expect(unknown.ms).toBeLessThan(30_000)
  expect(unknown.tries).toBe(1)
  expect(grownMb).toBeLessThan(150)
}, 240_000)
