import { defaultDepartments, teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { departments, organizations } from '../schema.ts'
import { newJoinCode, newOrganizationCode } from './codes.ts'

/** Inserts an organization with its default departments (product §9), without members. */
export async function addOrganization(db: TransactionHandle, emit: Emit, name: string) {
  const organization = await insertOrganization(db, name)
  const { id: organizationId, code, joinCode, createdAt } = organization
  await emit(teamEvents.organizationCreated, {
    organizationId,
    subject: String(organizationId),
    data: { name, code, joinCode, createdAt: createdAt.toISOString() },
  })
  for (const department of defaultDepartments) {
    await db.insert(departments).values({ organizationId, ...department })
    const subject = `${organizationId}/${department.number}`
    await emit(teamEvents.departmentCreated, { organizationId, subject, data: department })
  }
  return organization
}

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
