import { html } from '@portal/service-kit/html'
import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Account } from '../accounts/account-store.ts'
import { LaneFull } from '../login/login-lane.ts'
import { savingCrowded } from '../login/submit-login.ts'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
import { LinkEnded } from '../pages/form-guard.ts'
import { page, type Site } from '../pages/layout.ts'
import { type PageContext, sendPage, visitorOf } from '../pages/page-context.ts'
import {
  newPasswordField,
  type ProfileErrors,
  type ProfileValues,
  passwordErrors,
  profileErrors,
  profileFields,
  readProfile,
} from '../registration/profile-form.ts'

/** Throws {@link LinkEnded}. */
export async function showPassword(ctx: PageContext, deps: PageDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  respond(ctx, deps, { token, owner, status: 200, values: known(owner), errors: {} })
}

/**
 * Saves the password once, and ends the sessions that were opened with the old one. Throws
 * {@link LinkEnded}.
 */
export async function submitPassword(ctx: PageContext, deps: PageDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  const fields = await deps.guard.read(ctx, token)
  const values = owner.email === null ? readProfile(fields) : known(owner)
  const password = fields.get('password') ?? ''
  const about = [owner.username, values.firstName, values.lastName, values.email]
  const personal = owner.email === null ? profileErrors(values) : {}
  const errors = { ...personal, ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { token, owner, status: 422, values, errors })
  try {
    const asker = { account: owner.subject, ...visitorOf(ctx) }
    const isSaved = await deps.lanes.chosen.run(asker, (signal) =>
      deps.links.redeem(token, { password, signal }, owner.email === null ? values : null),
    )
    if (!isSaved) throw new LinkEnded('The link was used a moment ago.')
  } catch (error) {
    if (error instanceof LaneFull) {
      const { retrySeconds, ...crowded } = savingCrowded
      ctx.set('retry-after', String(retrySeconds))
      return respond(ctx, deps, { token, owner, values, errors, ...crowded })
    }
    if (!(error instanceof AccountExists)) throw error
    const taken = { email: 'Another account has this e-mail.' }
    return respond(ctx, deps, { token, owner, status: 409, values, errors: taken })
  }
  await deps.endSessions(owner.subject)
  sendPage(ctx, 200, passwordSavedPage(deps.site))
}

async function ownerOf({ links }: PageDeps, token: string): Promise<Account> {
  const owner = await links.ownerOf(token)
  if (!owner) throw new LinkEnded('This link is no longer valid.')
  return owner
}

function known({ firstName, lastName, email }: Account): ProfileValues {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' }
}

interface PasswordView {
  readonly token: string
  readonly owner: Account
  readonly values: ProfileValues
  readonly errors: ProfileErrors
  readonly alert?: string
}

function respond(ctx: PageContext, deps: PageDeps, view: PasswordView & { readonly status: number }): void {
  sendPage(ctx, view.status, passwordPage(deps.site, deps.guard.token(view.token), view))
}

/** Asks for the profile, too, of an account that was created without one. */
function passwordPage(site: Site, formToken: string, view: PasswordView): string {
  const { token, owner, values, errors, alert } = view
  const isNew = owner.email === null
  const password = { ...newPasswordField(errors.password), isFocused: !isNew }
  return page(site, {
    heading: isNew ? 'Set up your account' : 'Choose a password',
    body: html`<p class="lead">For the login name <strong>${owner.username}</strong>. This link works once.</p>
${form({
  action: `${site.base}/password/${token}`,
  token: formToken,
  alert,
  fields: isNew ? [...profileFields(values, errors), password] : [password],
  loginName: owner.username,
  submit: isNew ? 'Save' : 'Save password',
})}`,
  })
}

/** After a new password, which ended every session. */
export function passwordSavedPage(site: Site): string {
  return page(site, {
    heading: 'Your password is saved',
    body: html`<p class="lead">You can log in with it now. Where you were logged in, you are logged out.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Log in</a></p>`,
  })
}
