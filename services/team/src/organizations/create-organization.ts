import { defaultDepartments, type teamApi, teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Verb } from '../ports.ts'
import { departments, organizations } from '../schema.ts'
import { newJoinCode, newOrganizationCode } from './codes.ts'
import { addMember, lockNewcomer } from './join.ts'

export const createOrganization: Verb<typeof teamApi.createOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    await lockNewcomer(db, ctx.personId)
    const { id: organizationId, name, code } = await insertOrganization(db, body.name)
    await emit(teamEvents.organizationCreated, {
      organizationId,
      subject: String(organizationId),
      data: { name, code },
    })
    for (const department of defaultDepartments) {
      await db.insert(departments).values({ organizationId, ...department })
      const subject = `${organizationId}/${department.number}`
      await emit(teamEvents.departmentCreated, { organizationId, subject, data: department })
    }
    await addMember(db, emit, { organizationId, personId: ctx.personId, role: 'admin' })
    return { id: organizationId, name, code }
  })

const codeTries = 20

async function insertOrganization(db: TransactionHandle, name: string) {
  for (let attempt = 0; attempt < codeTries; attempt += 1) {
    const [row] = await db
      .insert(organizations)
      .values({ name, code: newOrganizationCode(), joinCode: newJoinCode() })
      .onConflictDoNothing()
      .returning()
    if (row) return row
  }
  throw new Error('No free organization code was found.')
}
