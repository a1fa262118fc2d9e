import type { Route } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

/** What team needs from outside: the login names of operators (decision 52), and accounts at the identity provider. */
export interface TeamPorts {
  readonly operators: readonly string[]
  readonly identities: IdentityAdmin
}

export type Context = KitContext<TeamPorts>
export type Verb<R extends Route> = KitVerb<R, TeamPorts>
