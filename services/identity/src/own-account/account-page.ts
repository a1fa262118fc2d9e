import { type Html, html } from '@portal/service-kit/html'
import type { Account } from '../accounts/account-store.ts'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import {
  type Names,
  nameErrors,
  nameFields,
  newPasswordField,
  type ProfileErrors,
  readProfile,
} from '../registration/profile-form.ts'

/** What the page's forms act on. */
export const addressForm = ({ subject }: Account) => `account:${subject}`
const nameForm = ({ subject }: Account) => `name:${subject}`
export const passwordForm = ({ subject }: Account) => `password:${subject}`

interface AccountView {
  readonly account: Account
  /** Of the action just taken. */
  readonly outcome?: { readonly alert: string } | 'sent' | 'named'
  /** A name that was refused, and why. */
  readonly refused?: { readonly names: Names; readonly errors: ProfileErrors }
  readonly refusedPassword?: PasswordRefusal
}

/** Why the password stays as it is: by field, or as a whole. */
export interface PasswordRefusal {
  readonly current?: string
  readonly password?: string
  readonly alert?: string
}

export async function showAccount(ctx: PageContext, deps: PageDeps): Promise<void> {
  const account = await accountOrLogin(ctx, deps)
  if (account) respond(ctx, deps, { account, status: 200 })
}

/** Changes one's own name. The portal takes it over at the next login. */
export async function submitName(ctx: PageContext, deps: PageDeps): Promise<void> {
  const account = await accountOrLogin(ctx, deps)
  if (!account) return
  const { firstName, lastName } = readProfile(await deps.guard.read(ctx, nameForm(account)))
  const names = { firstName, lastName }
  const errors = nameErrors(names)
  if (Object.keys(errors).length > 0)
    return respond(ctx, deps, { account, status: 422, refused: { names, errors } })
  const renamed = await deps.accounts.setName(account.subject, names)
  respond(ctx, deps, { account: renamed, status: 200, outcome: 'named' })
}

/** The account of this browser's session at the provider; null when it was asked to log in. */
export async function accountOrLogin(ctx: PageContext, deps: PageDeps): Promise<Account | null> {
  const { accountId } = await deps.provider.Session.get(ctx)
  const account = accountId === undefined ? null : await deps.accounts.findBySubject(accountId)
  if (account && !account.isDisabled) return account
  sendPage(ctx, 401, signInFirstPage(deps.site))
  return null
}

export function respond(
  ctx: PageContext,
  deps: PageDeps,
  view: AccountView & { readonly status: number },
): void {
  const { account, outcome } = view
  const { username, email, emailVerified } = account
  const state = emailVerified ? 'verified' : 'not verified yet'
  const content = page(deps.site, {
    heading: 'Your account',
    body: html`<p class="lead">Logged in as <strong>${username}</strong>.</p>
${outcome === 'named' && html`<p role="status">Your name is saved. The portal shows it from your next login on.</p>`}
${email !== null && html`<p>Your address <strong>${email}</strong> is ${state}.</p>`}
${outcome === 'sent' && html`<p role="status">A mail is on its way. Follow the link in it, then return to the portal.</p>`}
${sending(deps, view)}
<h2>Name</h2>
${naming(deps, view)}
<h2>Password</h2>
${password(deps, view)}
<p class="other"><a href="${deps.site.origin}/">Go to the portal</a></p>`,
  })
  sendPage(ctx, view.status, content)
}

function sending({ site, guard, mails }: PageDeps, { account, outcome }: AccountView): Html | null {
  if (account.emailVerified) return null
  if (mails.isOn) {
    const submit = outcome === 'sent' ? 'Send another mail' : 'Send the verification mail'
    const alert = typeof outcome === 'object' ? outcome.alert : undefined
    const target = { action: `${site.base}/account`, token: guard.token(addressForm(account)) }
    return form({ ...target, alert, fields: [], submit })
  }
  if (account.email === null) return null
  return html`<p>No mail is sent from this portal. Ask its operator to verify your address.</p>`
}

function naming({ site, guard }: PageDeps, { account, refused }: AccountView): Html {
  const known = { firstName: account.firstName ?? '', lastName: account.lastName ?? '' }
  const target = { action: `${site.base}/account/name`, token: guard.token(nameForm(account)) }
  const { names, errors } = refused ?? { names: known, errors: {} }
  return form({ ...target, fields: nameFields(names, errors), submit: 'Save name' })
}

function password({ site, guard, mails }: PageDeps, { account, refusedPassword = {} }: AccountView): Html {
  const { current, password, alert } = refusedPassword
  const forgotten = { label: 'Forgot password?', href: `${site.base}/forgot` }
  return form({
    ...{ action: `${site.base}/account/password`, token: guard.token(passwordForm(account)), alert },
    loginName: account.username,
    fields: [
      {
        name: 'current',
        label: 'Current password',
        type: 'password',
        autocomplete: 'current-password',
        error: current,
        aside: mails.isOn && account.email !== null ? forgotten : undefined,
      },
      {
        ...newPasswordField(password),
        label: 'New password',
      },
    ],
    submit: 'Change password',
  })
}

function signInFirstPage(site: Site): string {
  return page(site, {
    heading: 'Log in first',
    body: html`<p class="lead">Nobody is logged in in this browser.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Log in</a><a class="secondary" href="${site.origin}/">Go to the portal</a></p>`,
  })
}
