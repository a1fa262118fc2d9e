import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route, RouteAnswer, RouteCall } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { Verb as KitVerb } from '@portal/service-kit/verb'
import type { HeadStore } from './audit/head-store.ts'

/** Carries an operator's commands to team (architecture.md §1: the only synchronous call that master-admin makes). */
export interface TeamCommands {
  /** Calls on the operator's own passport, and passes on what team wrote. Throws team's coded refusal, and 503 while team is away. */
  call<R extends Route>(ctx: Context, route: R, input: RouteCall<R>): Promise<RouteAnswer<R>>
}

/** What master-admin needs from outside. */
export interface MasterAdminPorts {
  /** Where signed heads of the audit trail are kept: outside its database. */
  readonly auditHeads: HeadStore
  readonly team: TeamCommands
  /** Login names of the accounts that no route deletes (decision 7). */
  readonly protectedAccounts: readonly string[]
}

type Granted = PermissionOf<'master-admin'>
export type Context = KitContext<MasterAdminPorts, Granted>
export type Verb<R extends Route> = KitVerb<R, MasterAdminPorts, Granted>
