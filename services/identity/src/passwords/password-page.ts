import { html } from '@portal/service-kit/html'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'
import {
  newPasswordField,
  type ProfileErrors,
  profileFields,
  type RegisterView,
} from '../registration/register-page.ts'

/** `values` are asked for if the account was created without them. */
export interface PasswordView {
  readonly action: string
  readonly token: string
  readonly username: string
  readonly values: RegisterView['values'] | null
  readonly alert?: string | undefined
  readonly errors: ProfileErrors
}

export function passwordPage(site: Site, view: PasswordView): string {
  const person = view.values === null ? [] : profileFields(view.values, view.errors)
  return page(site, {
    heading: view.values === null ? 'Choose a password' : 'Set up your account',
    body: html`<p class="lead">For the login name <strong>${view.username}</strong>. This link works once.</p>
${form({
  action: view.action,
  token: view.token,
  alert: view.alert,
  fields: [...person, { ...newPasswordField(view.errors.password), isFocused: person.length === 0 }],
  loginName: view.username,
  submit: view.values === null ? 'Save password' : 'Save',
})}`,
  })
}

export function passwordSavedPage(site: Site): string {
  return page(site, {
    heading: 'Your password is saved',
    body: html`<p class="lead">You can sign in with it now.</p>
<p class="actions"><a class="primary" href="${site.origin}/api/login">Sign in</a></p>`,
  })
}
