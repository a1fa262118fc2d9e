import { randomInt } from 'node:crypto'
import { rolesWith } from '@portal/contracts/permissions'
import { defaultDepartments, type teamApi, teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, count, eq, isNull } from 'drizzle-orm'
import { addMember, lockNewcomer, lockOrganization, refuseRemoved } from '../members/membership.ts'
import type { Context, Verb } from '../ports.ts'
import { departments, memberships, organizations } from '../schema.ts'

export const createOrganization: Verb<typeof teamApi.createOrganization> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    await lockNewcomer(db, ctx.personId)
    const { id, name, code } = await addOrganization(db, emit, body.name)
    await addMember(db, emit, { organizationId: id, personId: ctx.personId, role: 'admin' })
    return ctx.respond(db, { id, name, code })
  })

export const organizationByCode: Verb<typeof teamApi.organizationByCode> = (ctx, { params }) =>
  ctx.platformTx(async (db) => {
    const [organization] = await ofCode(db, params.code)
    if (!organization) throw invalidLink()
    const [members] = await db
      .select({ count: count() })
      .from(memberships)
      .where(own(memberships, { organizationId: organization.id }))
    return { name: organization.name, memberCount: members?.count ?? 0 }
  })

export const joinOrganization: Verb<typeof teamApi.joinOrganization> = (ctx, { params }) =>
  ctx.platformTx(async (db, emit) => {
    await lockNewcomer(db, ctx.personId)
    const [organization] = await ofCode(db, params.code).for('share')
    if (!organization) throw invalidLink()
    const { id, name, code } = organization
    const person = { organizationId: id, personId: ctx.personId }
    await refuseRemoved(db, person)
    await addMember(db, emit, { ...person, role: 'team_member' })
    return ctx.respond(db, { id, name, code })
  })

function ofCode(db: TransactionHandle, code: string) {
  const wanted = and(eq(organizations.joinCode, code), isNull(organizations.disabledAt))
  return db.select().from(organizations).where(wanted)
}

/** For unknown, replaced and switched-off codes and disabled organizations alike (decision 2). */
function invalidLink(): CodedError {
  return new CodedError('not_found', 'This organization link is invalid or has expired')
}

export const rotateJoinCode: Verb<typeof teamApi.rotateJoinCode> = (ctx) => changeJoinCode(ctx, newJoinCode())

export const switchOffJoinCode: Verb<typeof teamApi.switchOffJoinCode> = async (ctx) => {
  await changeJoinCode(ctx, null)
  return undefined
}

/** Replaces the organization's join code; null switches joining by code off. */
function changeJoinCode<Code extends string | null>(
  ctx: Context,
  joinCode: Code,
): Promise<{ readonly joinCode: Code }> {
  const { organizationId } = ctx
  return ctx.tx(async (db, emit) => {
    await lockOrganization(db, organizationId)
    await db.update(organizations).set({ joinCode }).where(eq(organizations.id, organizationId))
    await emit(teamEvents.joinCodeChanged, {
      subject: String(organizationId),
      data: { joinCode },
      audience: { organizationId, roles: rolesWith('organization:read-join-code') },
    })
    return ctx.respond(db, { joinCode })
  })
}

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
    // No news to people: nobody made these, and nobody is a member yet.
    const event = { organizationId, subject, data: department, audience: null }
    await emit(teamEvents.departmentCreated, event)
  }
  return organization
}

const codeTries = 20

async function insertOrganization(db: TransactionHandle, name: string) {
  for (let attempt = 0; attempt < codeTries; attempt += 1) {
    const [row] = await db
      .insert(organizations)
      // The displayed ID has 6 letters (product §9).
      .values({ name, code: draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 6), joinCode: newJoinCode() })
      .onConflictDoNothing()
      .returning()
    if (row) return row
  }
  throw new Error('No free organization code was found.')
}

/**
 * A join code that cannot be guessed or derived from the ID (decision 1): 59 bits, without 0/O and
 * 1/I/L, since it is read out and typed.
 */
function newJoinCode(): string {
  return draw('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 12)
}

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
