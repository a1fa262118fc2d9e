import type { Route } from '@portal/contracts/route'
import type { Verb as KitVerb } from '@portal/service-kit/verb'
import type { HeadStore } from './audit/head-store.ts'

/** What master-admin needs from outside. */
export interface MasterAdminPorts {
  /** Where signed heads of the audit trail are kept: outside its database. */
  readonly auditHeads: HeadStore
}

export type Verb<R extends Route> = KitVerb<R, MasterAdminPorts>
