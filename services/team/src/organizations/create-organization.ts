import type { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { addOrganization } from './add-organization.ts'
import { addMember, lockNewcomer } from './join.ts'

export const createOrganization: Verb<typeof teamApi.createOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    await lockNewcomer(db, ctx.personId)
    const { id, name, code } = await addOrganization(db, emit, body.name)
    await addMember(db, emit, { organizationId: id, personId: ctx.personId, role: 'admin' })
    return ctx.respond(db, { id, name, code })
  })
