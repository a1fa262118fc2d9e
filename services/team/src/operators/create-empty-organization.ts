import type { operatorsApi } from '@portal/contracts/operators'
import { addOrganization } from '../organizations/add-organization.ts'
import type { Verb } from '../ports.ts'

export const createEmptyOrganization: Verb<typeof operatorsApi.createEmptyOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    const { id, name, code, joinCode, createdAt } = await addOrganization(db, emit, body.name)
    return ctx.respond(db, { id, name, code, joinCode, createdAt: createdAt.toISOString() })
  })
