import { invitationParameter } from '@portal/contracts/invitations'
import { html } from '@portal/service-kit/html'
import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Interaction } from 'oidc-provider'
import { z } from 'zod'
import { type Account, normalLoginName } from '../accounts/account-store.ts'
import { LaneFull } from '../login/login-lane.ts'
import { addressCounter, mailboxLimit } from '../login/login-throttle.ts'
import { savingCrowded, signIn } from '../login/submit-login.ts'
import type { PageDeps } from '../page-deps.ts'
import { form } from '../pages/form.ts'
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
} from './profile-form.ts'

const registrationsAllowed = 50
const existing = { status: 409, errors: { email: 'This e-mail has an account. Log in instead.' } }
const nobody: ProfileValues = { firstName: '', lastName: '', email: '' }

export function showRegister(ctx: PageContext, deps: PageDeps, interaction: Interaction): void {
  const invited = invitedAddress(interaction)
  const values = { ...nobody, email: invited ?? '' }
  respond(ctx, deps, { ...viewOf(interaction), status: 200, values, errors: {} })
}

/**
 * Creates the account, mails the verification link, and logs in. Who comes from an invitation gets
 * no such mail: its own link verifies the address.
 */
export async function submitRegister(
  ctx: PageContext,
  deps: PageDeps,
  interaction: Interaction,
): Promise<void> {
  const fields = await deps.guard.read(ctx, interaction.uid)
  const invited = invitedAddress(interaction)
  const values = { ...readProfile(fields), ...(invited === null ? {} : { email: invited }) }
  const view = viewOf(interaction)
  const password = fields.get('password') ?? ''
  const about = [values.firstName, values.lastName, values.email]
  const errors = { ...profileErrors(values), ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { ...view, status: 422, values, errors })
  const outcome = await createAtTurn(ctx, deps, { ...values, password, isInvited: invited !== null })
  if ('account' in outcome) {
    if (outcome.mayMail) deps.mails.sendSoon(outcome.account)
    return signIn(ctx, deps, outcome.account.subject)
  }
  const { retrySeconds, ...refusal } = outcome
  if (retrySeconds !== undefined) ctx.set('retry-after', String(retrySeconds))
  respond(ctx, deps, { ...view, values, errors, ...refusal })
}

interface Refusal {
  readonly status: number
  readonly errors?: ProfileErrors
  readonly alert?: string
  readonly retrySeconds?: number
}

interface Created {
  readonly account: Account
  /** A mail that is held back can be sent from the account page later. */
  readonly mayMail: boolean
}

interface Chosen extends ProfileValues {
  readonly password: string
  readonly isInvited: boolean
}

/**
 * Counted at its turn: a crowd at an address that is refused before creates nothing. The account
 * comes last, so that whatever fails before can be tried again.
 */
async function createAtTurn(
  ctx: PageContext,
  { accounts, lanes, throttle }: PageDeps,
  { isInvited, ...chosen }: Chosen,
): Promise<Created | Refusal> {
  const { email: username } = chosen
  const visitor = { account: normalLoginName(username), ...visitorOf(ctx) }
  try {
    return await lanes.chosen.run(visitor, async (signal) => {
      const key = `register:${addressCounter(ctx.ip)}`
      const retrySeconds = await throttle.admit([{ key, allowed: registrationsAllowed }])
      const alert = 'Too many accounts were created from your network. Try again in a while.'
      if (retrySeconds > 0) return { status: 429, alert, retrySeconds }
      // Before the mail is counted, of which an account that exists gets none.
      if (await accounts.findByLoginName(username)) return existing
      const mayMail = !isInvited && (await throttle.admit([mailboxLimit('verification', username)])) === 0
      const account = await accounts.create({ username, ...chosen, emailVerified: false, signal })
      return { account, mayMail }
    })
  } catch (error) {
    if (error instanceof LaneFull) return savingCrowded
    if (!(error instanceof AccountExists)) throw error
    return existing
  }
}

/** Only fills in the form and spares a mail, so that nobody gains by forging the parameter. */
function invitedAddress({ params }: Interaction): string | null {
  const { login_hint: hint } = params
  const isInvited = params[invitationParameter] === '1' && typeof hint === 'string'
  return isInvited && z.email().max(254).safeParse(hint).success ? hint.toLowerCase() : null
}

const viewOf = (interaction: Interaction) => ({
  uid: interaction.uid,
  isInvited: invitedAddress(interaction) !== null,
})

/** The password is never sent back. */
interface RegisterView {
  readonly uid: string
  readonly isInvited: boolean
  readonly values: ProfileValues
  readonly errors: ProfileErrors
  readonly alert?: string
}

function respond(ctx: PageContext, deps: PageDeps, view: RegisterView & { readonly status: number }): void {
  sendPage(ctx, view.status, registerPage(deps.site, deps.guard.token(view.uid), view))
}

/** The address becomes the login name. */
function registerPage(
  site: Site,
  token: string,
  { uid, isInvited, values, errors, alert }: RegisterView,
): string {
  const signInAction = `${site.base}/interaction/${uid}`
  return page(site, {
    heading: 'Create an account',
    body: html`<p class="lead">${isInvited ? 'The address that you were invited with will be your login name. You accept the invitation next.' : 'Your e-mail address will be your login name. You can create or join an organization next.'}</p>
${form({
  ...{ action: `${signInAction}/register`, token, alert },
  fields: [...profileFields(values, errors, isInvited), newPasswordField(errors.password)],
  submit: 'Create account',
})}
<p class="other">Already have an account? <a href="${signInAction}">Log in</a></p>`,
  })
}
