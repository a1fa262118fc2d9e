import type { CookieFetch } from './cookie-fetch.ts'
import { findLoginForm } from './login-form.ts'
import type { RelyingParty } from './relying-party.ts'

/** A page with a form. */
export interface LoginPage {
  readonly address: URL
  readonly text: string
  /** Posts the form with these values over its own; `headers` are the browser's. */
  submit(answers: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

/** Starts a code flow and follows it to the login page, or to `path` below it (`/register`). */
export async function openLoginPage(
  gateway: RelyingParty,
  browser: CookieFetch,
  path = '',
): Promise<LoginPage> {
  const { url } = await gateway.begin()
  const response = await browser(url)
  return openPage(browser, new URL(`${response.headers.get('location') ?? ''}${path}`, url))
}

/** The page at an address; of several forms it submits the one whose address ends with `end`. */
export async function openPage(browser: CookieFetch, address: URL, end = ''): Promise<LoginPage> {
  const text = await (await browser(address)).text()
  return {
    address,
    text,
    submit: (answers, headers = {}) => {
      const form = findLoginForm(text, end)
      if (form === null) throw new Error(`There is no form at ${address.pathname}.`)
      const body = new URLSearchParams([...form.fields, ...Object.entries(answers)])
      for (const [name, value] of Object.entries(answers)) body.set(name, value)
      return browser(new URL(form.action, address), { method: 'POST', body, headers })
    },
  }
}
