import { teamEvents } from '@portal/contracts/team'
import { on } from '@portal/service-kit/inbox/consumers'
import { departments } from '../schema.ts'

const key = [departments.organizationId, departments.number]

/** Maintains the projection of departments. Deletion is final, whatever arrives later. */
export const followDepartments = [
  on(teamEvents.departmentCreated, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { number, name, color } = data
    await db
      .insert(departments)
      .values({ organizationId, number, name, color })
      .onConflictDoUpdate({ target: key, set: { name, color } })
  }),
  on(teamEvents.departmentDeleted, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { number, name } = data
    await db
      .insert(departments)
      .values({ organizationId, number, name, isDeleted: true })
      .onConflictDoUpdate({ target: key, set: { isDeleted: true } })
  }),
]
