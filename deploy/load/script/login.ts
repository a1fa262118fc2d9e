import { check } from 'k6'
import { browser as window } from 'k6/browser'
import { callRoute } from './call-route.ts'
import { plan } from './load-plan.ts'
import { addressOf, employeeOf, type LoadData, organizationOf } from './people.ts'
import { signIn } from './sign-in.ts'

/** Logs in by the form, has a session, and logs out. */
export function login(data: LoadData): void {
  const who = employeeOf(organizationOf(data))
  const browser = signIn(who)
  const session = callRoute(browser, 'gateway.readSession', {})
  check(session, { 'the session is of who signed in': (one) => one?.person?.email === addressOf(who) })
  const { method, path } = plan.routes['gateway.logout']
  const left = browser.send({ name: 'gateway.logout', method, url: path, statuses: [302, 303] })
  check(left, { 'the portal logs out': ({ status }) => status === 302 || status === 303 })
}

/** A real browser: signs in, opens the library and asks, and its stream of events stays open. */
export async function browse(data: LoadData): Promise<void> {
  const { username, password } = employeeOf(organizationOf(data))
  const page = await window.newPage()
  try {
    await page.goto(`${plan.address}/api/login`)
    await page.locator('input[name="username"]').fill(username)
    await page.locator('input[name="password"]').fill(password)
    await Promise.all([page.waitForNavigation(), page.locator('button[type="submit"]').click()])
    const session = await page.evaluate(async () => (await fetch('/api/session')).json())
    check(session, { 'a browser is signed in': ({ person }) => person?.email === addressOf({ username }) })
    for (const path of ['/documents', '/chat']) {
      await page.goto(`${plan.address}${path}`)
      await page.locator('main h1').waitFor()
      check(await page.title(), { [`a browser sees ${path}`]: (title) => title !== '' })
    }
    if (__ENV.LOAD_PICTURE) await page.screenshot({ path: __ENV.LOAD_PICTURE })
  } finally {
    await page.close()
  }
}
