import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { type Consumer, on } from '@portal/service-kit/inbox/consumers'
import { and, eq } from 'drizzle-orm'
import { departments, members, organizations } from './tables.ts'

/** Upserts an organization from team's event, first or republished. */
const onOrganization = on(teamEvents.organizationCreated, async ({ db, organizationId }, event) => {
  if (organizationId === null) return
  const { name, code, joinCode = null, createdAt = event.time } = event.data
  await db
    .insert(organizations)
    .values({ organizationId, name, code, joinCode, createdAt: new Date(createdAt) })
    .onConflictDoUpdate({ target: organizations.organizationId, set: { name, code, joinCode } })
})

const joinCodeChanged = on(teamEvents.joinCodeChanged, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  await db
    .update(organizations)
    .set({ joinCode: data.joinCode })
    .where(own(organizations, { organizationId }))
})

const onDepartment = on(teamEvents.departmentCreated, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  const { number, name } = data
  await db
    .insert(departments)
    .values({ organizationId, number, name })
    .onConflictDoUpdate({ target: [departments.organizationId, departments.number], set: { name } })
})

const departmentDeleted = on(teamEvents.departmentDeleted, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  const { organizationId: organization, number } = departments
  await db.delete(departments).where(and(eq(organization, organizationId), eq(number, data.number)))
})

const onMember = ([teamEvents.memberJoined, teamEvents.memberRoleChanged] as const).map((definition) =>
  on(definition, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { userId, role } = data
    await db
      .insert(members)
      .values({ organizationId, userId, role })
      .onConflictDoUpdate({ target: [members.organizationId, members.userId], set: { role } })
  }),
)

const memberRemoved = on(teamEvents.memberRemoved, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  const { organizationId: organization, userId } = members
  await db.delete(members).where(and(eq(organization, organizationId), eq(userId, data.userId)))
})

/** Projects organizations, departments and members; repeated events are harmless. */
export const followOrganizations: readonly Consumer[] = [
  onOrganization,
  joinCodeChanged,
  onDepartment,
  departmentDeleted,
  ...onMember,
  memberRemoved,
]
