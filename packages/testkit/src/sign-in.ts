import { Session } from '@portal/contracts/session'
import { type CookieFetch, cookieFetch } from './identity/cookie-fetch.ts'
import { findLoginForm, pageMessage } from './identity/login-form.ts'

/** `address` is the portal's public origin. */
export interface SignIn {
  readonly address: string
  readonly username: string
  readonly password: string
}

/** The login did not end in a session; the message quotes the page shown instead. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  /** Of the page where the login ended. */
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/**
 * Logs in as a browser does: GET /api/login, the provider's form (one page or two), back to
 * /api/callback. Returns a fetch with the session's cookies. Throws {@link SignInFailed}.
 */
export async function signIn({ address, username, password }: SignIn): Promise<CookieFetch> {
  const browse = cookieFetch(address)
  await walkSignIn(browse, {
    start: new URL('/api/login', address),
    answers: { username, password },
    // Operators without an organization arrive at Master Admin (decision 8).
    isArrived: ({ pathname }) => pathname === '/' || pathname === '/master-admin',
  })
  const answer = await browse('/api/session', { headers: { accept: 'application/json' } })
  const session = Session.safeParse(await answer.json().catch(() => null))
  if (!session.data?.person)
    throw new SignInFailed(
      `The portal answers ${answer.status} without a session after the sign-in.`,
      answer.status,
    )
  return browse
}

const stepsMax = 20

/** A walk through a provider's pages. */
export interface SignInWalk {
  readonly start: URL
  /** Input by field name. */
  readonly answers: Readonly<Record<string, string>>
  /** The end of the walk; by default the first page without a form. */
  readonly isArrived?: (url: URL) => boolean
}

/**
 * Follows redirects and submits login forms. Returns the last address. Throws {@link SignInFailed}.
 */
export async function walkSignIn(browse: CookieFetch, walk: SignInWalk): Promise<URL> {
  const { start, answers, isArrived = () => false } = walk
  let url = start
  let posted = 0
  let response = await browse(url)
  for (let step = 0; step < stepsMax; step += 1) {
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (isArrived(url)) return url
      response = await browse(url)
      continue
    }
    const page = await response.text()
    const form = findLoginForm(page)
    if (form === null && response.ok) return url
    // The same form again, with a message: the input was refused.
    if (form === null || posted >= 2 || (posted > 0 && !response.ok)) {
      throw new SignInFailed(
        `Logging in ended at ${url.pathname} with ${response.status}: ${pageMessage(page)}`,
        response.status,
      )
    }
    posted += 1
    const body = new URLSearchParams([...form.fields].filter(([name]) => name !== ''))
    for (const [name, value] of Object.entries(answers)) if (form.fields.has(name)) body.set(name, value)
    url = new URL(form.action, url)
    response = await browse(url, { method: 'POST', body })
  }
  throw new SignInFailed(`Logging in went in circles at ${url.pathname}.`, response.status)
}
