import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { MailRefused } from '@portal/service-kit/ports/mailer'
import type { Provider } from 'oidc-provider'
import type { Account, AccountStore } from '../accounts/account-store.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import { type FormGuard, LinkEnded } from '../pages/form-guard.ts'
import type { Site } from '../pages/layout.ts'
import { type PageContext, sendPage } from '../pages/page-context.ts'
import {
  type AccountNotice,
  accountPage,
  addressVerifiedPage,
  signInFirstPage,
  verifyAddressPage,
} from './account-page.ts'
import type { AddressLinks } from './address-links.ts'
import type { VerificationMails } from './verification-mails.ts'

export interface AddressDeps {
  readonly provider: Provider
  readonly site: Site
  readonly guard: FormGuard
  readonly accounts: AccountStore
  readonly throttle: LoginThrottle
  readonly addressLinks: AddressLinks
  readonly mails: VerificationMails
}

const mailsAllowed = 5
const accountForm = (account: Account) => `account:${account.subject}`

export async function showAccount(ctx: PageContext, deps: AddressDeps): Promise<void> {
  const account = await signedIn(ctx, deps)
  if (!account) return sendPage(ctx, 401, signInFirstPage(deps.site))
  respond(ctx, deps, { account, status: 200 })
}

/** Sends the verification mail again. */
export async function submitAccount(ctx: PageContext, deps: AddressDeps): Promise<void> {
  const account = await signedIn(ctx, deps)
  if (!account) return sendPage(ctx, 401, signInFirstPage(deps.site))
  await deps.guard.read(ctx, accountForm(account))
  if (!deps.mails.isOn || account.emailVerified) return respond(ctx, deps, { account, status: 409 })
  const seconds = await deps.throttle.admit([
    { key: `verification:${account.subject}`, allowed: mailsAllowed },
  ])
  if (seconds > 0) {
    ctx.set('retry-after', String(seconds))
    const alert = 'Several e-mails have already been sent. Check your inbox, or try again later.'
    return respond(ctx, deps, { account, status: 429, notice: { alert } })
  }
  try {
    await deps.mails.send(account)
    respond(ctx, deps, { account, status: 200, notice: { sent: true } })
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof EngineUnavailable)) throw error
    const isRefused = error instanceof MailRefused
    const alert = isRefused
      ? 'This address does not accept e-mail. Ask your administrator.'
      : 'Mail cannot be sent right now. Try again in a few minutes.'
    respond(ctx, deps, { account, status: isRefused ? 422 : 503, notice: { alert } })
  }
}

/**
 * Asks for a click: scanners follow links in mails, but submit no forms. Throws {@link LinkEnded}.
 */
export async function showVerify(ctx: PageContext, deps: AddressDeps, token: string): Promise<void> {
  const owner = await deps.addressLinks.ownerOf(token)
  if (!owner) throw new LinkEnded('This link is no longer valid.')
  const action = `${deps.site.base}/verify/${token}`
  const view = { action, token: deps.guard.token(token), email: owner.email ?? '' }
  sendPage(ctx, 200, verifyAddressPage(deps.site, view))
}

/** Throws {@link LinkEnded}. */
export async function submitVerify(ctx: PageContext, deps: AddressDeps, token: string): Promise<void> {
  await deps.guard.read(ctx, token)
  const owner = await deps.addressLinks.ownerOf(token)
  if (!owner || !(await deps.addressLinks.redeem(token))) throw new LinkEnded('This link is no longer valid.')
  sendPage(ctx, 200, addressVerifiedPage(deps.site, owner.email ?? ''))
}

/** The account of this browser's session at the provider. */
async function signedIn(ctx: PageContext, { provider, accounts }: AddressDeps): Promise<Account | null> {
  const { accountId } = await provider.Session.get(ctx)
  const account = accountId === undefined ? null : await accounts.findBySubject(accountId)
  return account?.isDisabled ? null : account
}

interface FormState {
  readonly account: Account
  readonly status: number
  readonly notice?: AccountNotice
}

function respond(ctx: PageContext, { site, guard, mails }: AddressDeps, view: FormState): void {
  const { account, status, notice = {} } = view
  const form = { action: `${site.base}/account`, token: guard.token(accountForm(account)) }
  sendPage(
    ctx,
    status,
    accountPage(site, { ...account, ...form, canSend: mails.isOn && !account.emailVerified, notice }),
  )
}
