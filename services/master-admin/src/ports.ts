import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { Verb as KitVerb } from '@portal/service-kit/verb'
import type { HeadStore } from './audit/head-store.ts'

/** Operators' commands to team, master-admin's only synchronous call (architecture.md §1). */
export interface TeamCommands {
  /**
   * Calls with the operator's passport and passes on team's writes. Throws team's coded refusal,
   * and 503 while team is unavailable.
   */
  call<R extends Route>(ctx: Context, route: R, input: RouteCall<R>): Promise<RouteResponse<R>>
}

/** What master-admin needs from its surroundings. */
export interface MasterAdminPorts {
  /** Store of the audit trail's signed heads, outside its database. */
  readonly auditHeads: HeadStore
  readonly team: TeamCommands
  /** Login names of the accounts that no route deletes (decision 7). */
  readonly protectedAccounts: readonly string[]
}

type Granted = PermissionOf<'master-admin'>
export type Context = KitContext<MasterAdminPorts, Granted>
export type Verb<R extends Route> = KitVerb<R, MasterAdminPorts, Granted>
