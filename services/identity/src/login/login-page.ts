import { html } from '@portal/service-kit/html'
import { form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'

export interface LoginView {
  readonly action: string
  readonly token: string
  readonly username: string
  readonly alert?: string | undefined
  readonly errors: { readonly username?: string; readonly password?: string }
}

/** Posts to `action`; `<action>/register` is the registration. */
export function loginPage(site: Site, view: LoginView): string {
  const isNamed = view.username !== ''
  return page(site, {
    heading: 'Sign in',
    body: html`<p class="lead">Use the account that you have for the portal.</p>
${form({
  action: view.action,
  token: view.token,
  alert: view.alert,
  fields: [
    {
      name: 'username',
      label: 'E-mail or user name',
      type: 'text',
      autocomplete: 'username',
      value: view.username,
      lengthMax: 254,
      error: view.errors.username,
      isFocused: !isNamed,
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      error: view.errors.password,
      isFocused: isNamed,
    },
  ],
  submit: 'Sign in',
})}
<p class="other">New to the portal? <a href="${view.action}/register">Create an account</a></p>`,
  })
}
