import { teamEvents } from '@portal/contracts/team'
import { on } from '@portal/service-kit/events/consumers'
import { departments } from '../schema.ts'

/** Keeps the projection of departments. */
export const followDepartments = on(
  teamEvents.departmentCreated,
  async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { number, name, color } = data
    await db
      .insert(departments)
      .values({ organizationId, number, name, color })
      .onConflictDoUpdate({ target: [departments.organizationId, departments.number], set: { name, color } })
  },
)
