import type { HeadStore } from './audit/head-store.ts'
import type { MasterAdminPorts } from './ports.ts'

/** Ports of a master-admin that does not call team. */
export function portsWith(auditHeads: HeadStore): MasterAdminPorts {
  const team = { call: () => Promise.reject(new Error('Nobody commands in this test.')) }
  return { auditHeads, team, protectedAccounts: ['operator'] }
}
