import { fail } from 'k6'
import { Trend } from 'k6/metrics'
import { absolute, Browser, type LoadResponse, pathOf } from './browser-like.ts'
import { plan } from './load-plan.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

const signedIn = new Trend('signed_in', true)
const stepsMax = 20

/** Logs in as a browser does: the provider's form, one page or two, and back with a session. */
export function signIn({ username, password }: Login): Browser {
  const beganAt = Date.now()
  const browser = new Browser()
  const start = { name: 'gateway.login', method: 'GET', url: plan.routes['gateway.login'].path }
  const answers = { username, password, 'password-new': password, 'password-confirm': password }
  walk(browser, browser.send({ ...start, statuses: [302, 303] }), {
    answers,
    isArrived: (path) => path === '/' || path === '/master-admin',
  })
  signedIn.add(Date.now() - beganAt)
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

/** Follows redirects and submits forms until it arrives. Ends the iteration if it does not. */
function walk(browser: Browser, first: LoadResponse, { answers, isArrived }: Walk): void {
  let response = first
  for (let step = 0; step < stepsMax; step += 1) {
    const location = response.headers.Location
    if (location !== undefined) {
      const path = pathOf(absolute(location))
      if (isArrived(path)) return
      const isBack = path === plan.routes['gateway.callback'].path
      const name = isBack ? 'gateway.callback' : 'provider.page'
      response = browser.send({
        name,
        method: 'GET',
        url: location,
        statuses: isBack ? [302, 303] : [200, 302, 303],
      })
      continue
    }
    const form = formOf(response)
    if (!form || response.status !== 200) break
    response = submit(browser, form, answers)
  }
  fail(`A sign-in ended with ${response.status}.`)
}

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

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
    if (action && names.some((name) => ['password', 'username', 'form_token'].includes(name)))
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
