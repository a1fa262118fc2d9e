import type { operatorsApi } from '@portal/contracts/operators'
import { teamEvents } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { eq } from 'drizzle-orm'
import { addOrganization } from '../organizations/organizations.ts'
import type { Verb } from '../ports.ts'
import { organizations } from '../schema.ts'

export const createEmptyOrganization: Verb<typeof operatorsApi.createEmptyOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    const { id, name, code, joinCode, createdAt } = await addOrganization(db, emit, body.name)
    return ctx.respond(db, { id, name, code, joinCode, createdAt: createdAt.toISOString() })
  })

/** Disables an organization for all its members. Idempotent. */
export const disableOrganization: Verb<typeof operatorsApi.disableOrganization> = (ctx, { params }) =>
  ctx.platformTx(async (db, emit) => {
    const own = eq(organizations.id, params.id)
    const [row] = await db.select().from(organizations).where(own).for('update')
    const { name, disabledAt } = rowOrNotFound(row)
    if (disabledAt) return { name }
    await db.update(organizations).set({ disabledAt: new Date() }).where(own)
    await emit(teamEvents.organizationDisabled, {
      organizationId: params.id,
      subject: String(params.id),
      data: { name, disabledBy: ctx.personId },
    })
    return ctx.respond(db, { name })
  })
