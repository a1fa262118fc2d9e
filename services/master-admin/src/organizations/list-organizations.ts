import type { masterAdminApi } from '@portal/contracts/master-admin'
import type { Verb } from '../ports.ts'
import { loadOrganizations } from './load-organizations.ts'

export const listOrganizations: Verb<typeof masterAdminApi.listOrganizations> = async (ctx) => {
  const all = await ctx.platformTx((db) => loadOrganizations(db))
  ctx.responseHeaders.set('x-total-count', String(all.length))
  return all
}
