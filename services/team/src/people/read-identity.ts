import type { teamApi } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { Verb } from '../ports.ts'
import { loadPerson, presentIdentity } from './load-person.ts'

export const readIdentity: Verb<typeof teamApi.readIdentity> = async (ctx, { params }) => {
  const loaded = await ctx.platformTx((db) => loadPerson(db, params.personId))
  return presentIdentity(rowOrNotFound(loaded), ctx.ports.operators)
}
