import { type Html, html } from '@portal/service-kit/html'

/** `error` is shown below the field and announced with it; the first wrong field gets the focus. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly lengthMax?: number
  readonly isFocused?: boolean
  readonly isHalf?: boolean
  /** Shown, and not to be changed. */
  readonly isFixed?: boolean
  /** A link beside the label, after the control in the order of focus. */
  readonly aside?: { readonly label: string; readonly href: string } | undefined
}

/** A form that posts to `action`. `alert` is an error of the form as a whole. */
export interface Form {
  readonly action: string
  readonly token: string
  readonly alert?: string | undefined
  readonly fields: readonly Field[]
  /** For password managers: the login name that the password belongs to; hidden and not posted. */
  readonly loginName?: string
  readonly submit: string
}

/** Works without JavaScript. `novalidate`: the server's messages say more than the browser's. */
export function form({ action, token, alert, fields, loginName, submit }: Form): Html {
  const wrong = fields.findIndex((field) => field.error !== undefined)
  const focused = wrong === -1 ? fields.findIndex((field) => field.isFocused) : wrong
  return html`<form method="post" action="${action}" novalidate>
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<input type="hidden" name="form_token" value="${token}">
${loginName !== undefined && html`<input type="text" autocomplete="username" value="${loginName}" readonly hidden>`}
<div class="fields">${fields.map((field, i) => control(field, i === focused))}</div>
<button class="primary" type="submit">${submit}</button>
</form>`
}

function control(field: Field, isFocused: boolean): Html {
  const { name, label, type, autocomplete, hint, aside, error, lengthMax = 200 } = field
  const isVerbatim = type !== 'text' || name === 'username'
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="${field.isHalf ? 'field half-field' : 'field'}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${field.value ?? ''}" maxlength="${lengthMax}" required autocapitalize="${isVerbatim ? 'none' : 'words'}"${isVerbatim && html` spellcheck="false"`}${field.isFixed === true && html` readonly`}${isFocused && html` autofocus`}${error !== undefined && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}>
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${aside !== undefined && html`<a class="beside" href="${aside.href}">${aside.label}</a>`}
</div>`
}
