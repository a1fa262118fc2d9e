import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { eq } from 'drizzle-orm'
import { ofMember, ofRemoved } from '../members/membership.ts'
import { republishPeople } from '../people/emit-person-changed.ts'
import { departments, memberDepartments, memberships, organizations, removedMembers } from '../schema.ts'

const republishOrganizations: Republish = {
  what: 'organizations',
  list: async (db) => {
    const rows = await db.select({ id: organizations.id }).from(organizations).orderBy(organizations.id)
    return rows.map(({ id }) => ({ organizationId: id, id: String(id) }))
  },
  emitAgain: async (db, emit, { organizationId, id }) => {
    const wanted = eq(organizations.id, organizationId)
    const [row] = await db.select().from(organizations).where(wanted).for('update')
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
  emitAgain: async (db, emit, { organizationId, id }) => {
    const wanted = own(departments, { organizationId }, eq(departments.number, Number(id)))
    const [row] = await db.select().from(departments).where(wanted).for('update')
    if (!row) return
    const { number, name, color, deletedAt } = row
    const subject = `${organizationId}/${number}`
    if (deletedAt) await emit(teamEvents.departmentDeleted, { subject, data: { number, name } })
    else await emit(teamEvents.departmentCreated, { subject, data: { number, name, color } })
  },
}

const republishMembers: Republish = {
  what: 'members',
  list: (db) => {
    const { organizationId, personId, joinedAt } = memberships
    return db.select({ organizationId, id: personId }).from(memberships).orderBy(organizationId, joinedAt)
  },
  emitAgain: async (db, emit, { organizationId, id }) => {
    const wanted = ofMember({ organizationId, personId: id })
    const [row] = await db.select().from(memberships).where(wanted).for('update')
    if (!row) return
    await emit(teamEvents.memberJoined, { subject: id, data: { userId: id, role: row.role } })
    const { number, personId } = memberDepartments
    const ofPerson = own(memberDepartments, { organizationId }, eq(personId, id))
    const assigned = await db.select({ number }).from(memberDepartments).where(ofPerson).orderBy(number)
    const data = { userId: id, departments: assigned.map((row) => row.number) }
    await emit(teamEvents.memberDepartmentsChanged, { subject: id, data })
  },
}

const republishRemovedMembers: Republish = {
  what: 'removed members',
  list: (db) => {
    const { organizationId, personId, removedAt } = removedMembers
    return db.select({ organizationId, id: personId }).from(removedMembers).orderBy(organizationId, removedAt)
  },
  emitAgain: async (db, emit, { organizationId, id }) => {
    const wanted = ofRemoved({ organizationId, personId: id })
    const [row] = await db.select().from(removedMembers).where(wanted).for('update')
    if (!row) return
    await emit(teamEvents.memberRemoved, { subject: id, data: { userId: id, role: row.role } })
  },
}

/** Everything that team owns and publishes; organizations precede what belongs to them. */
export const republishTeam: readonly Republish[] = [
  republishPeople,
  republishOrganizations,
  republishDepartments,
  republishMembers,
  republishRemovedMembers,
]
