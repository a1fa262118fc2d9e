import { html } from '@portal/service-kit/html'
import { passwordLength } from '@portal/service-kit/ports/password-rules'
import { type Field, form } from '../pages/form.ts'
import { page, type Site } from '../pages/layout.ts'

/** The password is never sent back. */
export interface RegisterView {
  readonly signInAction: string
  readonly token: string
  readonly alert?: string | undefined
  readonly values: { readonly firstName: string; readonly lastName: string; readonly email: string }
  readonly errors: ProfileErrors
}

/** A message for each wrong field. */
export type ProfileErrors = Readonly<Partial<Record<'firstName' | 'lastName' | 'email' | 'password', string>>>

/** The address becomes the login name. */
export function registerPage(site: Site, view: RegisterView): string {
  return page(site, {
    heading: 'Create an account',
    body: html`<p class="lead">Your e-mail address will be your login name. You can create or join an organization next.</p>
${form({
  action: `${view.signInAction}/register`,
  token: view.token,
  alert: view.alert,
  fields: [...profileFields(view.values, view.errors), newPasswordField(view.errors.password)],
  submit: 'Create account',
})}
<p class="other">Already have an account? <a href="${view.signInAction}">Sign in</a></p>`,
  })
}

export function profileFields(values: RegisterView['values'], errors: ProfileErrors): Field[] {
  const half = { type: 'text', lengthMax: 100, isHalf: true } as const
  return [
    {
      ...half,
      name: 'firstName',
      label: 'First name',
      autocomplete: 'given-name',
      value: values.firstName,
      error: errors.firstName,
      isFocused: true,
    },
    {
      ...half,
      name: 'lastName',
      label: 'Last name',
      autocomplete: 'family-name',
      value: values.lastName,
      error: errors.lastName,
    },
    {
      name: 'email',
      label: 'E-mail',
      type: 'email',
      autocomplete: 'username',
      lengthMax: 254,
      value: values.email,
      error: errors.email,
    },
  ]
}

export function newPasswordField(error: string | undefined): Field {
  return {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    lengthMax: passwordLength.max,
    hint: `At least ${passwordLength.min} characters. A few unrelated words are easy to remember.`,
    error,
  }
}
