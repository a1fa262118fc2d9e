import type { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { addMember, lockNewcomer, organizationOfCode, refuseRemoved } from './join.ts'

export const joinOrganization: Verb<typeof teamApi.joinOrganization> = (ctx, { params }) =>
  ctx.platformTx(async (db, emit) => {
    await lockNewcomer(db, ctx.personId)
    const { id, name, code } = await organizationOfCode(db, params.code, { isLocked: true })
    await refuseRemoved(db, { organizationId: id, personId: ctx.personId })
    await addMember(db, emit, { organizationId: id, personId: ctx.personId, role: 'team_member' })
    return ctx.respond(db, { id, name, code })
  })
