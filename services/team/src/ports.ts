import type { Route } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

/** What team needs from outside. */
export interface TeamPorts {
  /** Login names of operators (decision 52). */
  readonly operators: readonly string[]
  /** Login names of the accounts that no route removes (decision 7). */
  readonly protectedAccounts: readonly string[]
  /** Accounts and sessions at the identity provider. */
  readonly identities: IdentityAdmin
}

export type Context = KitContext<TeamPorts>
export type Verb<R extends Route> = KitVerb<R, TeamPorts>
