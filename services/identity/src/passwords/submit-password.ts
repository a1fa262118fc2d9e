import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import type { Account } from '../accounts/account-store.ts'
import { type FormGuard, LinkEnded } from '../pages/form-guard.ts'
import type { Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import { type PersonValues, passwordErrors, personErrors, readPerson } from '../registration/person-form.ts'
import type { PersonErrors } from '../registration/register-page.ts'
import type { PasswordLinks } from './password-links.ts'
import { passwordPage, passwordSavedPage } from './password-page.ts'

/** What the page of a one-time link works with. */
export interface PasswordDeps {
  readonly site: Site
  readonly guard: FormGuard
  readonly links: PasswordLinks
  /** Ends the sessions that the old password opened. */
  readonly endSessions: (subject: string) => Promise<void>
}

/** Shows the form of a link. Throws {@link LinkEnded}. */
export async function showPassword(ctx: PageContext, deps: PasswordDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  answer(ctx, deps, { token, owner, status: 200, values: known(owner), errors: {} })
}

/** Saves the password once. Throws {@link LinkEnded}. */
export async function submitPassword(ctx: PageContext, deps: PasswordDeps, token: string): Promise<void> {
  const owner = await ownerOf(deps, token)
  const fields = await deps.guard.read(ctx, token)
  const values = owner.email === null ? readPerson(fields) : known(owner)
  const password = fields.get('password') ?? ''
  const about = [owner.username, values.firstName, values.lastName, values.email]
  const personal = owner.email === null ? personErrors(values) : {}
  const errors = { ...personal, ...passwordErrors(password, about) }
  if (Object.keys(errors).length > 0) return answer(ctx, deps, { token, owner, status: 422, values, errors })
  try {
    const isSaved = await deps.links.redeem(token, password, owner.email === null ? values : null)
    if (!isSaved) throw new LinkEnded('The link was used a moment ago.')
  } catch (error) {
    if (!(error instanceof AccountExists)) throw error
    const taken = { email: 'Another account has this e-mail.' }
    return answer(ctx, deps, { token, owner, status: 409, values, errors: taken })
  }
  await deps.endSessions(owner.subject)
  sendPage(ctx, 200, passwordSavedPage(deps.site))
}

async function ownerOf({ links }: PasswordDeps, token: string): Promise<Account> {
  const owner = await links.ownerOf(token)
  if (!owner) throw new LinkEnded('The link does not hold any more.')
  return owner
}

function known({ firstName, lastName, email }: Account): PersonValues {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' }
}

interface Answer {
  readonly token: string
  readonly owner: Account
  readonly status: number
  readonly values: PersonValues
  readonly errors: PersonErrors
}

function answer(ctx: PageContext, { site, guard }: PasswordDeps, view: Answer): void {
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
