import type { Provider } from 'oidc-provider'
import type { AccountStore } from './accounts/account-store.ts'
import type { LinkMails } from './links/link-mails.ts'
import type { AddressLinks, PasswordLinks } from './links/one-time-links.ts'
import type { KnownBrowsers } from './login/known-browsers.ts'
import type { LoginLane } from './login/login-lane.ts'
import type { LoginThrottle } from './login/login-throttle.ts'
import type { FormGuard } from './pages/form-guard.ts'
import type { Site } from './pages/layout.ts'
import type { PageAssets } from './pages/page-assets.ts'

/** What the pages depend on. */
export interface PageDeps {
  readonly provider: Provider
  readonly site: Site
  readonly assets: PageAssets
  readonly guard: FormGuard
  readonly accounts: AccountStore
  readonly throttle: LoginThrottle
  readonly browsers: KnownBrowsers
  readonly lanes: Readonly<Record<'known' | 'strangers' | 'chosen', LoginLane>>
  readonly links: PasswordLinks
  readonly addressLinks: AddressLinks
  readonly mails: LinkMails
  /** Ends every session of an account. */
  readonly endSessions: (subject: string) => Promise<void>
}
