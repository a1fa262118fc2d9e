import { check } from 'k6'
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
