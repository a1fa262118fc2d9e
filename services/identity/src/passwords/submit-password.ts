import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Account } from '../accounts/account-store.ts'
import { type FormGuard, LinkEnded } from '../pages/form-guard.ts'
import type { Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import {
  type ProfileValues,
  passwordErrors,
  profileErrors,
  readProfile,
} from '../registration/profile-form.ts'
import type { ProfileErrors } from '../registration/register-page.ts'
import type { PasswordLinks } from './password-links.ts'
import { passwordPage, passwordSavedPage } from './password-page.ts'

export interface PasswordDeps {
  readonly site: Site
  readonly guard: FormGuard
  readonly links: PasswordLinks
  /** Ends the sessions that were opened with the old password. */
  readonly endSessions: (subject: string) => Promise<void>
}

/** Throws {@link LinkEnded}. */
export async function showPassword(ctx: PageContext, deps: PasswordDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  respond(ctx, deps, { token, owner, status: 200, values: known(owner), errors: {} })
}

/** Saves the password once. Throws {@link LinkEnded}. */
export async function submitPassword(ctx: PageContext, deps: PasswordDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  const fields = await deps.guard.read(ctx, token)
  const values = owner.email === null ? readProfile(fields) : known(owner)
  const password = fields.get('password') ?? ''
  const about = [owner.username, values.firstName, values.lastName, values.email]
  const personal = owner.email === null ? profileErrors(values) : {}
  const errors = { ...personal, ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return respond(ctx, deps, { token, owner, status: 422, values, errors })
  try {
    const isSaved = await deps.links.redeem(token, password, owner.email === null ? values : null)
    if (!isSaved) throw new LinkEnded('The link was used a moment ago.')
  } catch (error) {
    if (!(error instanceof AccountExists)) throw error
    const taken = { email: 'Another account has this e-mail.' }
    return respond(ctx, deps, { token, owner, status: 409, values, errors: taken })
  }
  await deps.endSessions(owner.subject)
  sendPage(ctx, 200, passwordSavedPage(deps.site))
}

async function ownerOf({ links }: PasswordDeps, token: string): Promise<Account> {
  const owner = await links.ownerOf(token)
  if (!owner) throw new LinkEnded('This link is no longer valid.')
  return owner
}

function known({ firstName, lastName, email }: Account): ProfileValues {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' }
}

interface FormState {
  readonly token: string
  readonly owner: Account
  readonly status: number
  readonly values: ProfileValues
  readonly errors: ProfileErrors
}

function respond(ctx: PageContext, { site, guard }: PasswordDeps, view: FormState): void {
  const { token, owner, status, values, errors } = view
  sendPage(
    ctx,
    status,
    passwordPage(site, {
      action: `${site.base}/password/${token}`,
      token: guard.token(token),
      username: owner.username,
      values: owner.email === null ? values : null,
      errors,
    }),
  )
}
