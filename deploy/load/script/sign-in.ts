import { fail, sleep } from 'k6'
import { Trend } from 'k6/metrics'
import { absolute, Browser, type LoadResponse, pathOf } from './browser-like.ts'
import { plan } from './load-plan.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

const signedIn = new Trend('signed_in', true)
const stepsMax = 20
const triesMax = 30
const pauseSeconds = 2

/** Logs in as a browser does: the provider's form, one page or two, and back with a session. */
export function signIn({ username, password }: Login): Browser {
  const beganAt = Date.now()
  const browser = new Browser()
  const answers = { username, password, 'password-new': password, 'password-confirm': password }
  const isArrived = (path: string) => path === '/' || path === '/master-admin'
  let ended = walk(browser, { answers, isArrived })
  // Before the load there is time: one address may begin only so many sign-ins at once.
  for (let tries = 0; __VU === 0 && ended === 429 && tries < triesMax; tries += 1) {
    sleep(pauseSeconds)
    ended = walk(browser, { answers, isArrived })
  }
  if (ended !== null) fail(`A sign-in ended with ${ended}.`)
  if (__VU > 0) signedIn.add(Date.now() - beganAt)
  return browser
}

/** Follows a one-time link and chooses a password on its page. */
export function choosePassword(link: string, password: string): void {
  const browser = new Browser()
  const page = browser.send({ name: 'provider.page', method: 'GET', url: link, statuses: [200] })
  const form = formOf(page)
  if (!form || submit(browser, form, { password }).status !== 200) fail('A one-time link sets no password.')
}

interface Walk {
  readonly answers: Readonly<Record<string, string>>
  readonly isArrived: (path: string) => boolean
}

/** Begins a sign-in, follows redirects and submits forms. Null, or with what status it ended. */
function walk(browser: Browser, { answers, isArrived }: Walk): number | null {
  const start = { name: 'gateway.login', method: 'GET', url: plan.routes['gateway.login'].path }
  let response = browser.send({ ...start, statuses: [302, 303] })
  for (let step = 0; step < stepsMax; step += 1) {
    const location = response.headers.Location
    if (location !== undefined) {
      const path = pathOf(absolute(location))
      if (isArrived(path)) return null
      const isBack = path === plan.routes['gateway.callback'].path
      const name = isBack ? 'gateway.callback' : 'provider.page'
      const statuses = isBack ? [302, 303] : [200, 302, 303]
      response = browser.send({ name, method: 'GET', url: location, statuses })
      continue
    }
    const form = response.status === 200 ? formOf(response) : null
    if (!form) return response.status
    response = submit(browser, form, answers)
  }
  return response.status
}

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Fields of the providers' forms, that of a first password of one's own included. */
const asking = ['password', 'password-new', 'username', 'form_token']

/** The page's form that asks for something. */
function formOf(page: LoadResponse): Form | null {
  const forms = page.html('form').toArray()
  for (const form of forms) {
    const action = form.attr('action')
    const fields = form.serializeObject()
    const names = form
      .find('input')
      .toArray()
      .map((input) => input.attr('name') ?? '')
    if (action && names.some((name) => asking.includes(name)))
      return { action, fields: { ...Object.fromEntries(names.map((name) => [name, ''])), ...fields } }
  }
  return null
}

function submit(
  browser: Browser,
  { action, fields }: Form,
  answers: Readonly<Record<string, string>>,
): LoadResponse {
  const filled = Object.entries(fields)
    .filter(([name]) => name !== '')
    .map(([name, value]) => [name, answers[name] ?? value])
  const body = Object.fromEntries(filled)
  return browser.send({
    name: 'provider.submit',
    method: 'POST',
    url: action,
    body,
    statuses: [200, 302, 303],
  })
}
