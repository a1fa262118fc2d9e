import type { Route } from '@portal/contracts/route'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

/** What master-admin needs from outside: nothing yet. */
export type MasterAdminPorts = Readonly<Record<never, never>>

export type Verb<R extends Route> = KitVerb<R, MasterAdminPorts>
