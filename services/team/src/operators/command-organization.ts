import type { operatorsApi } from '@portal/contracts/operators'
import { foundOrganization } from '../organizations/found-organization.ts'
import type { Verb } from '../ports.ts'

export const commandOrganization: Verb<typeof operatorsApi.commandOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    const { id, name, code, joinCode, createdAt } = await foundOrganization(db, emit, body.name)
    return ctx.respond(db, { id, name, code, joinCode, createdAt: createdAt.toISOString() })
  })
