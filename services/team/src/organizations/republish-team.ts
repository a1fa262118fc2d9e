import { teamEvents } from '@portal/contracts/team'
import type { Republish } from '@portal/service-kit/events/republish'
import { and, asc, eq } from 'drizzle-orm'
import { republishPeople } from '../people/tell-person.ts'
import { departments, memberships, organizations } from '../schema.ts'

const republishOrganizations: Republish = {
  what: 'organizations',
  list: async (db) => {
    const rows = await db.select({ id: organizations.id }).from(organizations).orderBy(asc(organizations.id))
    return rows.map(({ id }) => ({ organizationId: id, id: String(id) }))
  },
  tell: async (db, emit, { organizationId, id }) => {
    const [row] = await db
      .select()
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for('update')
    if (!row) return
    const { name, code, joinCode, createdAt, disabledAt } = row
    const data = { name, code, joinCode, createdAt: createdAt.toISOString() }
    await emit(teamEvents.organizationCreated, { subject: id, data })
    if (disabledAt) await emit(teamEvents.organizationDisabled, { subject: id, data: { name } })
  },
}

const republishDepartments: Republish = {
  what: 'departments',
  list: async (db) => {
    const { organizationId, number } = departments
    const rows = await db.select({ organizationId, number }).from(departments).orderBy(organizationId, number)
    return rows.map((row) => ({ organizationId: row.organizationId, id: String(row.number) }))
  },
  tell: async (db, emit, { organizationId, id }) => {
    const own = and(eq(departments.organizationId, organizationId), eq(departments.number, Number(id)))
    const [row] = await db.select().from(departments).where(own).for('update')
    if (!row) return
    const { number, name, color } = row
    await emit(teamEvents.departmentCreated, {
      subject: `${organizationId}/${number}`,
      data: { number, name, color },
    })
  },
}

const republishMembers: Republish = {
  what: 'members',
  list: (db) => {
    const { organizationId, personId, joinedAt } = memberships
    return db.select({ organizationId, id: personId }).from(memberships).orderBy(organizationId, joinedAt)
  },
  tell: async (db, emit, { organizationId, id }) => {
    const own = and(eq(memberships.organizationId, organizationId), eq(memberships.personId, id))
    const [row] = await db.select({ role: memberships.role }).from(memberships).where(own).for('update')
    if (!row) return
    await emit(teamEvents.memberJoined, { subject: id, data: { userId: id, role: row.role } })
  },
}

/** Everything that team owns and tells of, organizations before what belongs to them. */
export const republishTeam: readonly Republish[] = [
  republishPeople,
  republishOrganizations,
  republishDepartments,
  republishMembers,
]
